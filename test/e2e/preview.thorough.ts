import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { SAMPLES } from '../support/recon-home.ts';
import { createPatient } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { KEYS, openPty } from './pty-session.ts';

const inTerminal = test.skipIf(!requireTool('script'));
const FACE = join(SAMPLES, 'ana', 'face');

let clinic: Clinic;
let id: string;
beforeAll(async () => {
  clinic = await openClinic();
  id = await createPatient(clinic, '--name', 'Ana Sample', '--type', 'face', '--provider', '4', '--photos', FACE);
}, 120_000);
afterAll(() => clinic.close());

/** With room for the largest picture below a card. */
const open = (line: string) => openPty(`stty rows 60; ${line}`, clinic);
const TURN = '\u001b[?25l';
const END = '\u001b[?25h';
const VIEWS = 25;

inTerminal('in tmux the model turns once, in half blocks; nothing is asked of the terminal', async () => {
  const session = open(`TMUX=yes COLORTERM=truecolor recon patients get ${id} --preview`);
  expect(await session.ended).toBe(0);
  // The cursor is hidden for the spinner, too.
  const start = session.seen().lastIndexOf(TURN);
  const end = session.seen().indexOf(END, start);
  expect(session.seen().slice(0, start)).toContain('Ana Sample');
  expect(session.seen()).not.toContain('\u001b[c');
  const drawn = session.seen().slice(start + TURN.length, end);
  // Each view stands over the one before: 24 rows up, and 24 rows of blocks.
  const views = drawn.split('\u001b[24A');
  expect(views).toHaveLength(VIEWS);
  for (const view of views) expect(view.match(/[▀▄ ]\u001b\[0m\r?\n/g)).toHaveLength(24);
  expect(drawn).toContain('\u001b[38;2;');
  // It ends as it began, with the front; the other sides look otherwise.
  expect(views.at(-1)).toBe(views[0]);
  expect(new Set(views).size).toBe(VIEWS - 1);
  expect(session.seen().slice(end)).toContain(`patient ${id}, Ana Sample: the face model from the front`);
});

inTerminal('the top of the card scrolled away above the picture in a terminal of 40 lines', async () => {
  const session = open(`stty rows 40; TMUX=yes recon patients get ${id} --preview`);
  expect(await session.ended).toBe(0);
  const seen = session.seen();
  const card = seen.slice(seen.indexOf('Ana Sample'), seen.lastIndexOf(TURN));
  const lastView = seen.split(/\u001b\[\d+A/).at(-1)!;
  // One line was typed, and one is left for the cursor.
  expect(`${card}${lastView}`.split('\n').length - 1).toBeLessThanOrEqual(38);
});

inTerminal('a terminal that answers that it has sixel gets that, in pixels of its own cells', async () => {
  const session = open(`recon patients get ${id} --preview`);
  await session.waitFor('\u001b[16t\u001b[c');
  session.type('\u001b[6;10;5t\u001b[?62;4;22c');
  expect(await session.ended).toBe(0);
  expect(session.seen().match(/\u001bP0;1q"1;1;\d{3};240#/g)).toHaveLength(VIEWS);
  expect(session.seen()).not.toContain('▀');
});

inTerminal('one that answers without sixel, and one that does not answer, get half blocks', async () => {
  const answering = open(`recon patients get ${id} --preview`);
  await answering.waitFor('\u001b[c');
  answering.type('\u001b[?62;22c');
  expect(await answering.ended).toBe(0);
  const silent = open(`recon patients get ${id} --preview`);
  expect(await silent.ended).toBe(0);
  for (const session of [answering, silent]) {
    expect(session.seen()).toContain('\u001b[38;5;');
    expect(session.seen()).not.toContain('\u001bP');
  }
});

inTerminal('Ctrl-C while the terminal is asked leaves with 130', async () => {
  const session = open(`recon patients get ${id} --preview`);
  await session.waitFor('\u001b[c');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  expect(session.seen()).not.toContain('▀');
});

inTerminal('Ctrl-C in the turn leaves with 130, and the cursor is there again', async () => {
  const session = open(`TMUX=yes recon patients get ${id} --preview`);
  await session.waitFor('\u001b[24A');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  expect(session.seen().lastIndexOf(END)).toBeGreaterThan(session.seen().lastIndexOf('▀'));
});

inTerminal.each([
  ['kitty', 'TERM=xterm-kitty', /\u001b_Ga=T,f=100,q=2,C=1,i=\d+,p=1,r=24,m=[01];iVBOR/g],
  ['iTerm2', 'TERM_PROGRAM=iTerm.app', /\u001b\]1337;File=inline=1;size=\d+;height=24;[^:]*:iVBOR/g],
])('%s gets picture files', async (_name, environment, file) => {
  const session = open(`${environment} recon patients get ${id} --preview`);
  expect(await session.ended).toBe(0);
  expect(session.seen().match(file)).toHaveLength(VIEWS);
});

inTerminal.each([
  ['NO_COLOR=1 TMUX=yes', 'without colours'],
  ['ACCESSIBLE=1', 'without redrawing'],
  ['TERM=dumb', 'without redrawing'],
])('%s: the card, and a sentence instead of a picture', async (environment, why) => {
  const session = open(`${environment} recon patients get ${id} --preview`);
  expect(await session.ended).toBe(0);
  expect(session.seen()).toContain('Ana Sample');
  expect(session.seen()).toContain(`no picture on a terminal ${why}`);
  expect(session.seen()).not.toMatch(/▀|\u001b[P_\]]/);
});

inTerminal('a patient without photos has none to show', async () => {
  const bare = await createPatient(clinic, '--name', 'Bare Sample');
  const session = open(`TMUX=yes recon patients get ${bare} --preview`);
  expect(await session.ended).toBe(0);
  expect(session.seen()).toContain(`patient ${bare} has no photo to show yet`);
});

inTerminal('wait and download show it when they are done', async () => {
  const waited = open(`TMUX=yes recon wait ${id} --preview`);
  expect(await waited.ended).toBe(0);
  const saved = open(`TMUX=yes recon download ${id} --type face --to preview.zip --preview`);
  expect(await saved.ended).toBe(0);
  for (const session of [waited, saved])
    expect(session.seen()).toContain(`patient ${id}, Ana Sample: the face model from the front`);
  // In a small terminal it leaves room for the cursor.
  const small = open(`stty rows 12; TMUX=yes recon patients get ${id} --preview`);
  expect(await small.ended).toBe(0);
  expect(small.seen()).toContain('\u001b[8A');
});

test.each([
  ['patients', 'get', '1', '--preview'],
  ['wait', '1', '--preview'],
  ['download', '1', '--type', 'face', '--preview'],
])('a photo never goes into a pipe: recon %s %s … ends with 2 before anything is asked', async (...args) => {
  const { exitCode, stdout, stderr } = await clinic.recon([...args, '--base-url', 'http://127.0.0.1:1']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain('--preview draws on a terminal');
});
