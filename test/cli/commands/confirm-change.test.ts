import { expect, test } from 'vitest';
import { record, TOKEN } from '../../core/recorder.ts';
import { runMain } from '../../support/run-main.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

test.each([
  ['its name', { name: 'Ana\nwould delete patient 9, Bo Li', reconstructions: [] }],
  ['a type', { name: 'Ana', reconstructions: [{ type: 'Face\nwould delete patient 9, Bo Li' }] }],
])('a record with a line break in %s forges no "would delete" line', async (_, patient) => {
  const { url } = await record(() => ({ body: JSON.stringify({ patient: { id: 7, ...patient } }) }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { exitCode, stderr } = await runMain(['patients', 'delete', '7', '--dry-run'], environment);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^dry run: would delete patient 7, Ana.*⏎would delete patient 9, Bo Li\n$/);
});

test.each([
  [['patients', 'delete', '7'], 'to delete: ', 'This cannot be undone.'],
  [['transfer', '7', '--to', '3'], 'to transfer: ', 'Transfer to surgeon 3? You will no longer see the patient.'],
])('on a terminal %j shows what tells the patient from another one of that name, and Enter is no', async (...given) => {
  const [command, begin, question] = given;
  const { url, requests } = await record(() => ({
    body: JSON.stringify({
      patient: {
        ...{ id: 7, name: 'Maria Silva', city: 'Porto', state: 'Norte', email: 'maria@x.example' },
        reconstructions: [{ type: 'FaceReconstruction', status: 'has_3d' }],
      },
    }),
  }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { exitCode, stderr } = await typeMain(command, environment, [[/y\/N/, '\r']]);
  expect(exitCode).toBe(130);
  expect(stderr).toContain(`${begin}patient 7, Maria Silva, Porto, Norte, maria@x.example, face ready`);
  expect(stderr).toContain(question);
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

const MARIA = { patient: { id: 7, name: 'Maria Silva', reconstructions: [] } };

test('what is neither yes nor no is told in our words and leaves an empty line; a no ends without an error', async () => {
  const { url, requests } = await record(({ method }) => ({
    body: JSON.stringify(method === 'GET' ? MARIA : { result: 'success' }),
  }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const answered = (answer: string) =>
    typeMain(['patients', 'delete', '7'], environment, [
      // A token, pasted into the wrong window.
      [/y\/N/, 'rcn_0123456789abcdef\r'],
      [/\nthis is neither yes nor no/, 'maybe\r'],
      [/"maybe" is neither yes nor no; type y or n/, `${answer}\r`],
    ]);
  const no = await answered('No');
  expect(no).toMatchObject({ exitCode: 130, asked: 3 });
  expect(no.stderr).toMatch(/nothing was done\n$/);
  expect(no.stderr).not.toMatch(/recon: |You must answer/);
  expect(requests.map(({ method }) => method)).not.toContain('DELETE');
  expect(await answered('y')).toMatchObject({ exitCode: 0, asked: 3 });
  expect(requests.map(({ method }) => method)).toContain('DELETE');
});

test.each([
  [['patients', 'delete', '7'], /deleted patient 7, Maria Silva$/m],
  [['transfer', '7', '--to', '3'], /transferred patient 7, Maria Silva to surgeon 3$/m],
])('what was done by %j was told to a person with a number alone', async (command, told) => {
  const { url } = await record(({ method }) => ({
    body: JSON.stringify(method === 'GET' ? MARIA : { result: 'success' }),
  }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { exitCode, stderr } = await typeMain(command, environment, [[/y\/N/, 'y\r']]);
  expect(exitCode).toBe(0);
  expect(stderr.replaceAll('\r', '')).toMatch(told);
  // With --yes nobody is shown before it is done.
  const unasked = await typeMain([...command, '--yes'], environment, []);
  expect(unasked.exitCode).toBe(0);
  expect(unasked.stderr.replaceAll('\r', '')).toMatch(told);
});
