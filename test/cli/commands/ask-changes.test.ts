import { expect, test } from 'vitest';
import { askForChanges, keptOf, sizeAnswer } from '../../../src/cli/commands/patients/ask-changes.ts';
import type { Choice } from '../../../src/cli/io/prompt.ts';
import { askForField } from '../../../src/cli/request/ask-patient.ts';
import { draftOf, warningsOf } from '../../../src/core/draft.ts';

const model = (type: string, mesaures: object) => ({
  ...{ type, status: 'has_3d', accepted: false, updated_at: '2026-11-25T10:00:00.000Z', mesaures, frames: null },
});
const BEFORE = {
  text: '',
  body: {
    patient: {
      ...{ id: 7, name: 'Ana', height: 17, phone: '021 000 0000 (mother)' },
      reconstructions: [model('MammoReconstruction', { nipple_to_nipple: 50 }), model('FaceReconstruction', {})],
    },
  },
  routes: new Set(['size']),
} as never;

/** A person who chooses the lines with these words, and leaves every text as it is unless told otherwise. */
function person(lines: string[], typed: Record<string, string> = {}) {
  const asked: string[] = [];
  const prompt = {
    askFrom: async (_hasBefore: boolean, work: () => Promise<unknown>) => {
      await work();
      return true;
    },
    path: async ({ message }: { message: string }) => {
      asked.push(message);
      return `/photos/${asked.length}.jpg`;
    },
    askBehind: (work: () => Promise<unknown>) => work(),
    choose: async (question: string, choices: readonly Choice<unknown>[]) => {
      const wanted = lines.shift() ?? 'No, leave';
      const found = choices.find(({ name }) => name.startsWith(wanted));
      if (found === undefined) throw new Error(`no ${wanted} at ${question}: ${choices.map(({ name }) => name)}`);
      return found.value;
    },
    text: async (question: string, check: (text: string) => string | undefined, now = '') => {
      asked.push(question);
      const answer = Object.entries(typed).find(([start]) => question.startsWith(start))?.[1] ?? now;
      const problem = await check?.(answer);
      if (problem !== undefined) throw new Error(`${question} refuses ${answer}: ${problem}`);
      return answer;
    },
  };
  const context = {
    prompt: async () => prompt,
    streams: { columns: () => 80 },
    clock: { now: () => 0 },
  };
  return { asked, prompt, context: context as never };
}

test('a look at a measure drops no photo that was chosen for another model', async () => {
  const draft = draftOf('update', new Map());
  Object.assign(draft, { type: 'face', photos: { left: '/photos/left.jpg' } });
  const { asked, context } = person(['Between nipples', 'Go on to the summary']);
  await askForChanges(draft, BEFORE, () => {}, context);
  expect(asked).toEqual([expect.stringMatching(/nipples/)]);
  expect(draft).toMatchObject({ type: 'face', photos: { left: '/photos/left.jpg' }, measures: {} });
});

test('a measure that is changed is of its own model', async () => {
  const draft = draftOf('update', new Map());
  Object.assign(draft, { type: 'face', photos: { left: '/photos/left.jpg' } });
  const { context } = person(['Between nipples', 'Go on to the summary'], { Distance: '21' });
  await askForChanges(draft, BEFORE, () => {}, context);
  expect(draft).toMatchObject({ type: 'mammo', photos: {}, measures: { nipple_to_nipple: '21' } });
});

test('a first model is asked about whole: its kind, its photos and its measure', async () => {
  const draft = draftOf('update', new Map());
  const nobody = { text: '', body: { patient: { id: 8, name: 'Bia', reconstructions: [] } } } as never;
  const { asked, context } = person(['3D model', 'mammo', 'Go on to the summary'], { Distance: '21' });
  await askForChanges(draft, nobody, () => asked.push('limits'), context);
  expect(asked).toEqual([
    'limits',
    'Photo of the left profile:',
    'Photo from the front:',
    'Photo of the right profile:',
    expect.stringMatching(/^Distance between the nipples/),
  ]);
  expect(draft).toMatchObject({
    type: 'mammo',
    photos: { left: '/photos/2.jpg', front: '/photos/3.jpg', right: '/photos/4.jpg' },
    measures: { nipple_to_nipple: '21' },
  });
});

test('what is kept is fine as it is, whatever a check would say of it', async () => {
  const { prompt, context } = person([]);
  const kept = keptOf(BEFORE);
  const phone = { phone: kept('phone') };
  const draft = draftOf('update', new Map());
  await askForField(draft, 'phone', prompt as never, { kept: kept('phone'), values: phone });
  expect(phone).toEqual({ phone: '021 000 0000 (mother)' });
  await sizeAnswer('height', draft, kept('height'), context).change();
  expect(draft.size).toEqual({});
  const typed = person([], { Phone: '021 000 OOOO' });
  const asking = askForField(draft, 'phone', typed.prompt as never, { kept: kept('phone') });
  await expect(asking).rejects.toThrow('has letters');
});

test.each([
  ['+351912000111', '+351912000111'],
  ['351912000111, as typed', '351912000111'],
])('a phone number that has lost its plus is asked about where it is typed: %s', async (line, taken) => {
  const draft = draftOf('update', new Map());
  const typed = { Phone: '351912000111' };
  const { context, prompt } = person(['Phone', line, 'Go on to the summary'], typed);
  await askForChanges(draft, BEFORE, () => {}, context);
  expect(draft.patient).toEqual({ phone: taken });
  // What somebody has answered is not told as a warning, and not asked again.
  expect(warningsOf(draft)).toEqual([]);
  typed.Phone = taken;
  await askForField(draft, 'phone', prompt as never);
  expect(draft.patient).toEqual({ phone: taken });
});
