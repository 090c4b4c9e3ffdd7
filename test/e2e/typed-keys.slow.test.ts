import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { SAMPLES } from '../support/recon-home.ts';
import { createPatient, patientCount } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { KEYS, openPty } from './pty-session.ts';

// When keys count: those of a question, all at once or one by one, and none of before it.

const inTerminal = test.skipIf(!requireTool('script'));
const FACE = join(SAMPLES, 'ana', 'face');

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic(['--ready-after', '1s']);
});
afterAll(() => clinic.close());

const open = (line: string, more: Record<string, string> = {}) =>
  openPty(line, { ...clinic, environment: { ...clinic.environment, ...more } });

inTerminal('a number pasted with its Enter means the patient of that number, wherever else it stands', async () => {
  const id = await createPatient(clinic, '--name', 'Pasted Number');
  await createPatient(clinic, '--name', 'Newer', '--phone', `+351 ${id}${id}${id} 000`);
  const session = open('recon patients get', { NO_COLOR: '1' });
  await session.waitFor('❯');
  session.type(`${id}${KEYS.enter}`);
  await session.waitFor(`patient ${id}`);
  expect(await session.ended).toBe(0);
  expect(session.seen()).toContain('✔ Which patient? Pasted Number');
});

inTerminal('keys typed while photos are looked at answer no question', async () => {
  const before = await patientCount(clinic);
  const swapped = `--photos '${FACE}' --left '${FACE}/right.jpg' --right '${FACE}/left.jpg'`;
  const session = open(`recon patients create --name "Typed Before" --type face --provider 4 ${swapped} --no-wait`);
  await session.waitFor('looking at');
  session.type(`yes${KEYS.enter}${KEYS.enter}y`);
  await session.waitFor('❯ send nothing');
  session.type(KEYS.enter);
  expect(await session.ended).toBe(130);
  expect(session.seen()).toContain('nothing was sent');
  expect(await patientCount(clinic)).toBe(before);
});

inTerminal('keys typed between two questions answer neither', async () => {
  const id = await createPatient(clinic, '--name', 'Between Two');
  const session = open(`recon patients update ${id}`);
  await session.waitFor('❯ Name');
  session.type(KEYS.enter);
  await session.waitFor('Name of the patient');
  // The second Enter would go on at once.
  session.type(`!${KEYS.enter}${KEYS.enter}${KEYS.enter}`);
  await session.waitFor('❯ Go on to the summary');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  expect(session.seen()).not.toContain('Is everything right');
});

inTerminal('keys typed before the first question answer it neither', async () => {
  const id = await createPatient(clinic, '--name', 'Typed Ahead');
  const session = open(`recon patients delete ${id}`);
  session.type(`y${KEYS.enter}y`);
  await session.waitFor('This cannot be undone');
  session.type(KEYS.enter);
  expect(await session.ended).toBe(130);
  expect((await clinic.recon(['patients', 'get', id])).exitCode).toBe(0);
});

inTerminal('with ACCESSIBLE=1 questions are lines: nothing is drawn over, and Ctrl-C and Ctrl-D leave', async () => {
  for (const key of [KEYS.ctrlC, KEYS.ctrlD]) {
    const session = open('recon patients create', { ACCESSIBLE: '1' });
    await session.waitFor('Name of the patient (Enter for none): ');
    session.type(`Ada Lines${KEYS.enter}`);
    await session.waitFor('E-mail address (Enter for none): ');
    session.type(key);
    expect(await session.ended).toBe(130);
    expect(session.seen()).not.toContain('\u001b');
    expect(session.seen()).toContain(
      'Name of the patient (Enter for none): Ada Lines\r\n< and Enter goes back to the question before\r\nE-mail address',
    );
  }
});

inTerminal('with ACCESSIBLE=1 a token is not shown either', async () => {
  const token = (await readFile(join(clinic.dataFolder, 'token'), 'utf8')).trim();
  const session = open(`recon login --profile other --base-url ${clinic.baseUrl} --insecure-storage`, {
    ACCESSIBLE: '1',
  });
  await session.waitFor(/Access token .*: $/);
  session.type(`x\u007f${token}${KEYS.enter}`);
  await session.waitFor('Logged in to');
  expect(await session.ended).toBe(0);
  expect(session.seen()).not.toContain(token);
});
