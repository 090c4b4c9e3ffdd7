import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

// The questions of ACCESSIBLE=1: lines to be read out, an answer is a line.

const FACE = join(SAMPLES, 'ana', 'face');

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token, ACCESSIBLE: '1' };
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const create = async (name: string) =>
  String((await service.patient('POST', '/patients', { form: { 'patient[name]': name } })).patient.id);
const stored = async (id: string) => (await service.patient('GET', `/patients/${id}`)).patient;

/** Nothing moves the cursor, hides it or has a colour; nothing is drawn twice; no box and no arrow is there. */
async function typing(args: string[], answers: Keys[]) {
  const asked = await typeMain(args, environment, answers);
  expect(asked.stderr).not.toMatch(/[\u001b\r\b│─❯✔]/);
  return asked;
}

test('of a long answer the summary read out only the beginning', async () => {
  const address = `Rua ${'das Flores '.repeat(12)}porta verde`;
  const asked = await typeMain(
    ['patients', 'create', '--address', address],
    environment,
    [
      [/Name of the patient[^\n]*: $/, 'Lia Long\n'],
      [/Yes, create the patient[\s\S]*Number from 1 to 6: $/, '1\n'],
    ],
    { columns: 60 },
  );
  expect(asked.stderr.replace(/\s+/g, ' ')).toContain(address);
});

test('a create is asked in lines, and a list is answered by a number', async () => {
  const asked = await typing(
    ['patients', 'create', '--no-wait', '--no-photo-check'],
    [
      [/^Name of the patient \(Enter for none\): $/m, 'Pia Plain\n'],
      [/^E-mail address \(Enter for none\): $/m, 'pia@\n'],
      [/this is no e-mail[^\n]*\nE-mail address \(Enter for none\): $/, 'pia@example.org\n'],
      [/^Phone number \(Enter for none\): $/m, '\n'],
      [/What is the 3D model of\?\n {2}1 {2}no 3D model[^\n]*\n {2}2 {2}mammo[\s\S]*Number from 1 to 4: $/, '7\n'],
      [/^"7" is not in the list; type a number\nNumber from 1 to 4: $/m, '3\n'],
      [/1 {2}Face, about 30 s[\s\S]*Number from 1 to 3: $/, '1\n'],
      [/all of them\nPhoto of the left profile: $/, `${FACE}\n`],
      [/ +1 {2}Yes, create the patient\n +2 {2}Name +Pia Plain[\s\S]*Number from 1 to \d+: $/, '2\n'],
      [/Name of the patient \(now Pia Plain; Enter keeps it, - is none\): $/, '\n'],
      [
        /Is everything right\?(?![\s\S]*(E-mail|Phone|City) +none)[\s\S]*Name +Pia Plain[\s\S]* {2}4 {2}Not given +phone, gender, country, address, city, postal code, state\n[\s\S]*: $/,
        '4\n',
      ],
      [/What is to be added\?\n {2}1 {2}all of these, [^\n]*\n {2}2 {2}Phone\n[\s\S]*Number from 1 to 8: $/, '2\n'],
      [/Phone number \(Enter for none\): $/, '+351 21 000 0000\n'],
      [/Phone +\+351 21 000 0000[\s\S]*Number from 1 to \d+: $/, '1\n'],
    ],
  );
  expect(asked.exitCode).toBe(0);
  const id = /created patient (\d+)/.exec(asked.stderr)?.[1];
  expect(await stored(id!)).toMatchObject({ name: 'Pia Plain', email: 'pia@example.org', phone: '+351 21 000 0000' });
});

test('what leaves all that were read out is told, and the list is not read again', async () => {
  const ids = [await create('Gil Same'), await create('Gil Same'), await create('Gil Same')];
  const asked = await typing(
    ['show', 'gil same', '-o', 'id'],
    [
      [/The number before the name, or a part of the name: $/, 'gil\n'],
      [
        /"gil" leaves all of these; type the whole number before a name, or more of the name\nThe number[^\n]*: $/,
        `${ids[1]}\n`,
      ],
    ],
  );
  expect(asked).toMatchObject({ exitCode: 0, stdout: `${ids[1]}\n`, asked: 2 });
  // Each of the three, and the chosen one once more.
  expect(asked.stderr.match(/Gil Same/g)).toHaveLength(4);
});

test('a number that no patient has is told to be a part of those that are read out', async () => {
  const ids: string[] = [];
  for (const phone of ['901 777', '902 777', '903']) {
    const form = { 'patient[name]': 'Hal Part', 'patient[phone]': phone };
    ids.push(String((await service.patient('POST', '/patients', { form })).patient.id));
  }
  const asked = await typing(
    ['show', 'hal part', '-o', 'id'],
    [
      [/The number before the name, or a part of the name: $/, '777\n'],
      [
        /777 is no whole number here, but part of:\n[^\n]*90[12] 777[^\n]*\n[^\n]*90[12] 777 {2}no photos\nThe number[^\n]*: $/,
        `${ids[1]}\n`,
      ],
    ],
  );
  expect(asked, asked.stderr).toMatchObject({ exitCode: 0, asked: 2, stdout: `${ids[1]}\n` });
});

test('a patient is found by number or name; only y is yes', async () => {
  const [ana, bea] = [await create('Finn Ana'), await create('Finn Bea')];
  const search = /The number before the name, or a part of the name(; Enter shows all)?: $/;
  const asked = await typing(
    ['patients', 'delete'],
    [
      [search, 'finn\n'],
      [new RegExp(`  ${bea}  Finn Bea  no photos\\n  ${ana}  Finn Ana  no photos\\nThe number[^\\n]*: $`), `${bea}\n`],
      [/This cannot be undone.*\(y\/N, then Enter\) $/, 'perhaps\n'],
      [/^"perhaps" is neither yes nor no; type y or n\n[^\n]*\(y\/N, then Enter\) $/m, 'n\n'],
    ],
  );
  expect(asked).toMatchObject({ exitCode: 130, asked: 4 });
  expect(await stored(bea)).toMatchObject({ name: 'Finn Bea' });
  const chosen = await typing(['patients', 'get', '-o', 'id'], [[search, 'finn ana\n']]);
  expect(chosen).toMatchObject({ exitCode: 0, stdout: `${ana}\n` });
});

test('a terminal broke the lines of a question within a word', async () => {
  const { stderr } = await typeMain(
    ['patients', 'create', '--no-photo-check'],
    environment,
    [
      [/Name of the patient \(Enter for none\): $/m, 'Rui Wrapped\n'],
      [/E-mail address \(Enter for none\): $/m, '\n'],
      [/Phone number \(Enter for none\): $/m, '\n'],
      [/What is the 3D model of\?[\s\S]*Number from 1 to 4: $/, '3\n'],
      [/How should it be made\?[\s\S]*Number from 1 to 3: $/, '1\n'],
      [/Photo of the left profile: $/, `${FACE}\n`],
      [/No, leave; nothing is sent\nNumber from 1 to 12: $/, '12\n'],
    ],
    { columns: 60 },
  );
  const told = stderr.slice(stderr.indexOf('How should'), stderr.indexOf('Number from 1 to 3:'));
  expect(told).toMatch(/\n {2}3 {2}Head High Quality .*\n {5}\S/);
  expect(Math.max(...told.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
});
