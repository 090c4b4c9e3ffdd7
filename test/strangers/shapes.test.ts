import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';
import { type Reaction, startStranger } from './stranger.ts';

let home: ReconHome;
beforeAll(async () => {
  home = await makeHome();
  await runMain(['config', 'set', 'quiet-period', '1ms'], home.environment);
});
afterAll(() => home.remove());

const body = (text: string): Reaction => ({ status: 200, body: text });

/** Patient 7 with one reconstruction, in the list's answer and in its own. */
const withStatus = (path: string, status: string): Reaction => {
  const patient = { id: 7, reconstructions: [{ type: 'FaceReconstruction', status }] };
  return body(JSON.stringify(path.startsWith('/patients/7') ? { patient } : { patients: [patient] }));
};

async function ask(
  args: string[],
  react: (request: { method: string; path: string; count: number }) => Reaction,
  prefix = '',
) {
  const stranger = await startStranger(react);
  const finished = await runMain(args, {
    ...home.environment,
    RECON_BASE_URL: `${stranger.baseUrl}${prefix}`,
    RECON_TOKEN: 'a-stranger-token',
  });
  await stranger.close();
  return { ...finished, requests: stranger.requests };
}

test('extra and missing fields are taken as they come', async () => {
  const text =
    '{"patients":[{"id":7,"mood":"calm","reconstructions":[{"type":"EarReconstruction"},null]},{"id":8}],"extra":[1]}';
  const shown = await ask(['patients', 'list'], () => body(text));
  expect(shown.exitCode).toBe(0);
  expect(shown.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(['7', '8', '']);
  const raw = await ask(['patients', 'list', '--json'], () => body(text));
  expect(JSON.parse(raw.stdout)).toEqual(JSON.parse(text));
});

test('ids as text and big ids stay exact', async () => {
  const list = await ask(['patients', 'list', '-o', 'id'], () =>
    body('{"patients":[{"id":"42"},{"id":9007199254740993}],"meta":{}}'),
  );
  expect(list.stdout).toBe('42\n9007199254740993\n');
  const created = await ask(['patients', 'create', '--name', 'Ana Sample'], ({ method }) =>
    body(method === 'GET' ? '{"patients":[]}' : '{"patient":{"id":"77"}}'),
  );
  expect(created).toMatchObject({ exitCode: 0, stdout: '77\n' });
  const raw = await ask(['patients', 'list', '--json'], () => body('{"patients":[{"id":9007199254740993}]}'));
  expect(raw.stdout).toContain('9007199254740993');
});

test('a create whose answer has no id is of unknown outcome', async () => {
  const { exitCode, stdout, stderr } = await ask(['patients', 'create', '--name', 'Ana Sample'], ({ method }) =>
    body(method === 'GET' ? '{"patients":[]}' : '{"patient":{}}'),
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
  expect(stderr).toContain("recon list --name 'Ana Sample'");
});

test('an unknown status is still going, is shown raw, and ends with 8 at the deadline', async () => {
  const { exitCode, stderr } = await ask(['wait', '7', '--wait-timeout', '1s'], ({ path }) =>
    withStatus(path, 'warming_up'),
  );
  expect(exitCode).toBe(8);
  expect(stderr).toContain('warming_up');
  expect(stderr).toContain('recon wait 7');
});

test('a status known to mean failure ends with 9', async () => {
  const { exitCode } = await ask(['wait', '7'], ({ path }) =>
    path.includes('download') ? { status: 404 } : withStatus(path, 'error'),
  );
  expect(exitCode).toBe(9);
});

test('429 with Retry-After is waited out', async () => {
  const { exitCode, requests } = await ask(['patients', 'list'], ({ count }) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : body('{"patients":[]}'),
  );
  expect({ exitCode, tries: requests.length }).toEqual({ exitCode: 0, tries: 2 });
});

test('a path prefix in the base URL stays in front', async () => {
  const { requests } = await ask(['patients', 'get', '7'], () => body('{"patient":{"id":7}}'), '/clinic/api/');
  expect(requests).toEqual(['GET /clinic/api/patients/7']);
});

test('control characters of a service never reach the terminal raw', async () => {
  const { stdout, stderr } = await ask(['patients', 'list'], () =>
    body(JSON.stringify({ patients: [{ id: 7, name: 'A\u001b]52;c;x\u0007\u202eB\r\nC' }] })),
  );
  expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  const refused = await ask(['patients', 'get', '7'], () => ({ status: 422, body: '{"error":"no\\u001b[31m"}' }));
  expect(refused.stderr).not.toContain('\u001b');
});

test('an archive that is HTML is refused and leaves no file', async () => {
  const { exitCode, stdout } = await ask(['download', '7', '--type', 'face', '--to', `${home.folder}/x.zip`], () =>
    body('<html>'),
  );
  expect({ exitCode, stdout }).toEqual({ exitCode: 11, stdout: '' });
});
