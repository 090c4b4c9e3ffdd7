import { expect, test } from 'vitest';
import { showExportProgress } from '../../../src/cli/commands/patients/export-progress.ts';
import type { Context } from '../../../src/cli/context.ts';

/** What is said as a line, and what only a terminal that redraws gets to see. */
async function watched() {
  let now = 0;
  const lines: string[] = [];
  const ticks: string[] = [];
  const context = {
    clock: { monotonic: () => now },
    streams: { say: (line: string) => lines.push(line) },
    liveLine: async () => ({
      state: (line: string) => lines.push(line),
      tick: (line: string) => ticks.push(line),
      stop: () => {},
    }),
  } as unknown as Context;
  const { hooks } = await showExportProgress(context);
  const pass = (ms: number) => {
    now += ms;
  };
  return { hooks, lines, ticks, pass };
}

const saved = {
  patientId: '7',
  type: 'face',
  status: 'has_3d',
  updatedAt: '',
  state: 'saved',
  receivedBytes: 1_000_000,
} as const;

test('a log gets a line at each stage and every ten seconds, a terminal each step', async () => {
  const { hooks, lines, ticks, pass } = await watched();
  hooks.onPatients!(100);
  hooks.onChange!('patient 7 was listed twice');
  hooks.onRecords!({ archives: 30, photos: 0 });
  for (let archive = 1; archive <= 24; archive++) {
    pass(500);
    hooks.onArchive!(archive === 24 ? { ...saved, state: 'failed' } : saved);
  }
  expect(lines).toEqual([
    'reading the patients',
    'the list changed while it was being read (patient 7 was listed twice); reading it again',
    'going through 30 archives',
    '20 of 30 archives · 2.0 a second · 5 s left · 20.0 MB',
  ]);
  expect(ticks).toHaveLength(24);
  expect(ticks.at(-1)).toBe('24 of 30 archives · 2.0 a second · 3 s left · 24.0 MB · 1 failed');
});

test('records alone are no archives to save', async () => {
  const { hooks, lines } = await watched();
  hooks.onRecords!({ archives: 0, photos: 0 });
  expect(lines).toEqual(['reading the patients']);
});
