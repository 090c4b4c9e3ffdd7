import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { SAMPLES } from '../support/recon-home.ts';
import { createPatient, patientCount, readPatient } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { KEYS, openPty, type PtySession } from './pty-session.ts';

const inTerminal = test.skipIf(!requireTool('script'));
const SPREADSHEETS = resolve(import.meta.dirname, '../fixtures/spreadsheets');
const FACE = join(SAMPLES, 'ana', 'face');
const VIEWS = ['left profile', 'from the front', 'right profile', '45 degrees left', '45 degrees right', 'from below'];
const FILES = ['left', 'front', 'right', 'left_45', 'right_45', 'below'].map((view) => join(FACE, `${view}.jpg`));

let clinic: Clinic;
beforeAll(async () => {
  // Long enough to see a wait and to interrupt one.
  clinic = await openClinic(['--ready-after', '4s']);
});
afterAll(() => clinic.close());

const open = (line: string) => openPty(line, clinic);

async function answer(session: PtySession, question: string | RegExp, keys: string): Promise<void> {
  await session.waitFor(question);
  session.type(`${keys}${KEYS.enter}`);
}

inTerminal('create asks for the photos that are missing, one by one, and completes', async () => {
  const session = open('recon patients create --name "Pty Sample" --type face --provider 5');
  for (const [at, view] of VIEWS.entries()) await answer(session, view, FILES[at]!);
  await answer(session, 'Is everything right?', '');
  await session.waitFor('created patient');
  expect(await session.ended).toBe(0);
  const id = /created patient (\d+), Pty Sample\r$/m.exec(session.seen())?.[1];
  // The sentence has the id already; what comes next is told.
  expect(session.seen()).not.toMatch(/^\d+\r$/m);
  expect(session.seen()).toContain(`next: recon download ${id} --type face`);
  expect((await readPatient(clinic, id!)).reconstructions[0]).toMatchObject({ status: 'has_3d' });
});

inTerminal('it asks for type and provider too, with the provider’s time; a bad answer is asked again', async () => {
  const session = open('recon patients create --name "Pty Two" --nipple-to-nipple 21');
  await session.waitFor('no answer is marked yet');
  session.type('mammo');
  await session.waitFor('❯ mammo');
  session.type(KEYS.enter);
  await session.waitFor(/Torso.*about \d+ s/);
  session.type(KEYS.enter);
  await answer(session, 'left profile', 'nowhere.jpg');
  await session.waitFor('does not exist');
  // Ctrl-U empties the line.
  session.type(`\u0015${join(SAMPLES, 'ana', 'torso')}${KEYS.enter}`);
  await answer(session, 'Is everything right?', '');
  await session.waitFor('created patient');
  await session.waitFor('breast is generating');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
});

inTerminal.each([
  ['Ctrl-C', KEYS.ctrlC],
  ['Ctrl-D', KEYS.ctrlD],
])('%s at a question leaves with 130 and nothing done', async (_name, key) => {
  const before = await patientCount(clinic);
  const session = open('recon patients create --name "Pty Left" --type face --provider 5');
  await session.waitFor('left profile');
  session.type(key);
  expect(await session.ended).toBe(130);
  expect(session.seen()).toContain('nothing was done');
  expect(await patientCount(clinic)).toBe(before);
});

inTerminal('Ctrl-C while waiting leaves with 130, says how to go on, and the service goes on', async () => {
  const session = open(
    `recon patients create --name "Pty Wait" --allow-same --no-photo-check --type face --photos '${FACE}' --provider 4`,
  );
  // The spinner tells how long it has been and how long it usually is.
  await session.waitFor(/face is generating(?: [█░]+ \d+ %)?, [1-9]\d* s, usually \d+ s/);
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  const id = /recon wait (\d+)/.exec(session.seen())?.[1];
  expect(id).toBeDefined();
  // Who stopped since it was the wrong patient did not learn how to take that one away.
  expect(session.seen().replaceAll(/\s+/g, ' ')).toContain(
    `that was a mistake, this deletes the patient again: recon patients delete ${id}`,
  );
  expect((await clinic.recon(['wait', id!])).exitCode).toBe(0);
  expect((await readPatient(clinic, id!)).reconstructions[0].status).toBe('has_3d');
});

inTerminal('delete shows whom it is about; Enter means no, y means yes', async () => {
  const id = await createPatient(clinic, '--name', 'Pty Delete');
  const unsure = open(`recon patients delete ${id}`);
  await unsure.waitFor('Pty Delete');
  await answer(unsure, 'cannot be undone', '');
  expect(await unsure.ended).not.toBe(0);
  expect((await readPatient(clinic, id)).name).toBe('Pty Delete');
  const sure = open(`recon patients delete ${id}`);
  await answer(sure, 'cannot be undone', 'y');
  expect(await sure.ended).toBe(0);
  expect((await clinic.recon(['patients', 'get', id])).exitCode).toBe(3);
});

inTerminal('a second patient like the first one is only made when the person says so', async () => {
  await createPatient(clinic, '--name', 'Pty Twin');
  const no = open('recon patients create --name "Pty Twin"');
  await answer(no, 'Create another one?', '');
  expect(await no.ended).toBe(5);
  const yes = open('recon patients create --name "Pty Twin"');
  await answer(yes, 'Create another one?', 'y');
  expect(await yes.ended).toBe(0);
});

inTerminal('--no-input, RECON_NO_INPUT and CI ask nothing, also on a terminal', async () => {
  for (const line of ['recon patients create --type face --no-input', 'CI=1 recon patients create --type face']) {
    const session = open(line);
    expect(await session.ended).toBe(2);
    for (const flag of ['--left', '--front', '--right']) expect(session.seen()).toContain(flag);
  }
});

inTerminal('a terminal gets colour, NO_COLOR none of it', async () => {
  const colored = open('recon patients list');
  await colored.ended;
  expect(colored.seen()).toContain('\u001b[1m');
  const plain = open('NO_COLOR=1 recon patients list');
  expect(await plain.ended).toBe(0);
  expect(plain.seen()).toContain('3D MODEL');
  expect(plain.seen()).not.toContain('\u001b');
});

inTerminal('letters two cells wide keep a table straight', async () => {
  await createPatient(clinic, '--name', '山田 花子', '--city', 'Kyoto');
  await createPatient(clinic, '--name', 'Wide Sample', '--city', 'Porto');
  const session = open('recon patients list --per-page 100');
  expect(await session.ended).toBe(0);
  const lines = session
    .seen()
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .split(/\r?\n/);
  const cellsBefore = (name: string) => {
    const line = lines.find((one) => one.includes(name))!;
    return line.slice(0, line.search(/\d{4}-\d\d-\d\d|\d+ [a-z]+ ago|just now/)).replaceAll(/\p{Script=Han}/gu, '..')
      .length;
  };
  expect(cellsBefore('山田 花子')).toBe(cellsBefore('Wide Sample'));
});

inTerminal('TERM=dumb asks in plain lines, and draws nothing over', async () => {
  const session = open('TERM=dumb recon patients create');
  await answer(session, 'Name of the patient (Enter for none): ', 'Pty Dumb');
  await answer(session, 'E-mail address (Enter for none): ', '');
  await answer(session, 'Phone number (Enter for none): ', '');
  await answer(session, 'Number from 1 to 4', '1');
  await session.waitFor('Is everything right?');
  await answer(session, /Number from 1 to \d+/, '1');
  await session.waitFor('created patient');
  expect(await session.ended).toBe(0);
  expect(session.seen()).not.toContain('\u001b');
});

inTerminal('ACCESSIBLE=1 waits in plain lines', async () => {
  const session = open(
    `ACCESSIBLE=1 recon create --name "Pty Plain" --allow-same --no-photo-check --type face --photos '${FACE}' --provider 4`,
  );
  await session.waitFor('face is generating');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  expect(session.seen()).not.toMatch(/\u001b\[(\?25|\d*[ABGK])/);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s while waiting ends with %i; --json gives the create’s answer', async (signal, exit) => {
  const name = `Pty ${signal}`;
  const run = clinic.start(['patients', 'create', '--name', name, '--type', 'face', '--photos', FACE, '--json']);
  await new Promise<void>((resolve) => {
    run.stderr?.on('data', (chunk: Buffer) => {
      if (chunk.includes('processing')) resolve();
    });
  });
  run.kill(signal);
  const { exitCode, stdout, stderr } = await run;
  expect(exitCode).toBe(exit);
  const { patient, async } = JSON.parse(String(stdout));
  expect({ name: patient.name, async }).toEqual({ name, async: 'true' });
  const { error } = JSON.parse(String(stderr).trimEnd().split('\n').at(-1)!);
  expect(error).toMatchObject({ exit, retryable: true, hint: `recon wait ${patient.id} --type face` });
});

inTerminal(
  'import shows which column is which field and asks; what is put right is kept for the next time',
  async () => {
    copyFileSync(join(SPREADSHEETS, 'two-phones.csv'), join(clinic.folder, 'two-phones.csv'));
    const session = open('recon patients import two-phones.csv');
    await session.waitFor('column "Telefone" is phone');
    await session.waitFor('not certain: phone is in "Telefone" and "Telemóvel"');
    await session.waitFor('Are the columns right?');
    // What is doubtful is not taken by Enter alone. The third column is left alone; it is the phone.
    session.type(`${KEYS.up}${KEYS.enter}`);
    await session.waitFor('What is column "Telemóvel"?');
    session.type(`${KEYS.down}${KEYS.down}${KEYS.down}${KEYS.down}${KEYS.enter}`);
    await session.waitFor('change: "Telefone" is left alone');
    await session.waitFor('change: "Telemóvel" is phone');
    session.type(KEYS.enter);
    await session.waitFor('1 created');
    expect(await session.ended).toBe(0);
    const report = readFileSync(join(clinic.folder, 'two-phones.report.csv'), 'utf8');
    const id = /Ana Exemplo;21 555 0101;912 555 010;(\d+);created/.exec(report)?.[1];
    expect(await readPatient(clinic, id!)).toMatchObject({ name: 'Ana Exemplo', phone: '912 555 010' });
    const again = open('recon patients import two-phones.csv');
    await again.waitFor('taken as confirmed before');
    expect(await again.ended).toBe(0);
  },
);

inTerminal('Ctrl-C at the question of the columns leaves with 130; nothing is sent or kept', async () => {
  copyFileSync(join(SPREADSHEETS, 'spanish.xlsx'), join(clinic.folder, 'spanish.xlsx'));
  const before = await patientCount(clinic);
  const session = open('recon patients import spanish.xlsx');
  await session.waitFor('Are the columns right?');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  expect(await patientCount(clinic)).toBe(before);
  expect((await clinic.recon(['patients', 'import', 'spanish.xlsx', '--dry-run'])).stderr).not.toContain('confirmed');
});

inTerminal('several of a name are offered: typing narrows them, and a change shows whom it means', async () => {
  const porto = await createPatient(clinic, '--name', 'Nomé Twin', '--city', 'Porto');
  const faro = await createPatient(clinic, '--name', 'nome TWIN', '--city', 'Faro', '--allow-same');
  const read = open('recon patients get "twin, nome" -o id');
  await read.waitFor('2 patients may be meant by');
  await read.waitFor('Faro');
  // Pasted with its Enter, it never takes the line that is marked before the others are gone.
  read.type(`faro${KEYS.enter}`);
  await read.waitFor(new RegExp(`faro.*\r\n.*❯ ${faro}`));
  read.type(KEYS.enter);
  expect(await read.ended).toBe(0);
  expect(read.seen()).toMatch(new RegExp(`(?:^|h)${faro}\r$`, 'm'));
  expect(read.seen()).not.toMatch(new RegExp(`(?:^|h)${porto}\r$`, 'm'));

  const unasked = open('recon patients delete "nome twin" --yes');
  await unasked.waitFor('may be one of 2 patients');
  expect(await unasked.ended).toBe(2);

  // Arrow keys: the second of the two, and then the question of every deletion.
  const remove = open('recon patients delete nomé');
  await remove.waitFor('Faro');
  remove.type(KEYS.down);
  await answer(remove, new RegExp(`❯ ${faro}`), '');
  await remove.waitFor(`to delete: patient ${faro}`);
  await answer(remove, 'cannot be undone', 'y');
  expect(await remove.ended).toBe(0);

  // One is left; parts of the name are enough where somebody can be asked.
  const unsure = open('recon patients update twin,nom --city Lisboa');
  await unsure.waitFor('City: Porto → Lisboa');
  await answer(unsure, 'Change this patient?', '');
  expect(await unsure.ended).toBe(130);
  expect((await readPatient(clinic, porto)).city).toBe('Porto');
  const sure = open('recon patients update last --city Lisboa');
  await answer(sure, 'Change this patient?', 'y');
  expect(await sure.ended).toBe(0);
});

inTerminal('of two windows each has its own last patient, and a third one has the last of both', async () => {
  const [maria, ana] = [
    await createPatient(clinic, '--name', 'Maria Window'),
    await createPatient(clinic, '--name', 'Ana Window'),
  ];
  const first = open(`recon show ${maria} && read go && recon show last`);
  await first.waitFor('Maria Window');
  const second = open(`recon show ${ana}`);
  expect(await second.ended).toBe(0);
  const third = open('recon show last');
  expect(await third.ended).toBe(0);
  expect(third.seen()).toContain('Ana Window');
  first.type(KEYS.enter);
  await first.waitFor('Maria Window');
  expect(await first.ended).toBe(0);
});
