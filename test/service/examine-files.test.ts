import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examineInTime } from '../../src/service/routes/intake/examine-files.ts';
import { createTurns } from '../../src/service/turns.ts';
import { blackPng, jpegOf } from '../support/photo-maker.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a photo that takes too long to decode is refused in time, and keeps its turn until the decoder ends', async () => {
  const folder = tempFolder();
  const [slow, quick] = [join(folder, 'slow'), join(folder, 'quick')];
  writeFileSync(slow, blackPng(6000, { depth: 8, interlaced: false }));
  writeFileSync(quick, await jpegOf());
  const turns = createTurns({ atOnce: 1, perAccount: 1 });
  const begun = performance.now();
  const refused = await examineInTime(slow, 1, turns, 10);
  const refusedAfterMs = performance.now() - begun;
  expect(refused).toEqual({ ok: false, problem: 'takes more than 0.01 s to decode; save it smaller' });
  expect((await examineInTime(quick, 2, turns)).ok).toBe(true);
  expect(performance.now() - begun).toBeGreaterThan(refusedAfterMs + 100);
});
