import { expect, test } from 'vitest';
import { record } from '../../core/recorder.ts';
import { runMain } from '../../support/run-main.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const TOTAL = 35;

/** A service with fields of its own in its answer and a number that JavaScript cannot hold. */
async function list(...args: string[]) {
  const { url } = await record(({ url }) => {
    const query = new URL(url, 'http://x').searchParams;
    const page = Number(query.get('page') ?? 1);
    const size = Number(query.get('per_page') ?? 10);
    const ids = Array.from({ length: TOTAL }, (_, index) => index + 1).slice((page - 1) * size, page * size);
    const patients = ids.map((id) => `{"id":${id},"name":"P ${id}"}`).join();
    const next = page * size < TOTAL ? page + 1 : null;
    const meta = `{"current_page":${page},"next_page":${next},"total_pages":4,"total_entries":${TOTAL},"cursor":12345678901234567890}`;
    return { body: `{"clinic":"north","patients":[${patients}],"meta":${meta}}` };
  });
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: 'token_of_the_north' };
  return await runMain(['patients', 'list', ...args], environment);
}

test.each([
  [['--page', '3'], '"current_page":3,"next_page":4'],
  [[], '"current_page":1,"next_page":2'],
  [['--page', '4', '--per-page', '10'], '"current_page":4,"next_page":null'],
])('list --json --fields %j leaves meta as the service gave it', async (args, pages) => {
  const { exitCode, stdout } = await list('--json', '--fields', 'id', ...args);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`${pages},"total_pages":4,"total_entries":35,"cursor":12345678901234567890}`);
  expect(stdout).toMatch(/^\{"clinic":"north","patients":\[\{"id":\d+\},/);
  expect(stdout).not.toContain('name');
});

test('list --json --fields refuses a field that no patient has, and prints nothing', async () => {
  expect(await list('--json', '--fields', 'shoe')).toMatchObject({ exitCode: 2, stdout: '' });
});

test('list --json --limit tells how many there are, not how many it shows', async () => {
  const cut = JSON.parse((await list('--json', '--limit', '3')).stdout);
  expect([cut.patients.length, cut.meta.total_entries]).toEqual([3, TOTAL]);
  const whole = JSON.parse((await list('--json', '--limit', '99')).stdout);
  expect([whole.patients.length, whole.meta.total_entries]).toEqual([TOTAL, TOTAL]);
});

test.each([[[]], [['--sort', 'name']]])(
  'list --since tells of patients without a time of their last change (%j)',
  async (more) => {
    const { exitCode, stdout, stderr } = await list('--since', '1d', '--json', ...more);
    expect([exitCode, JSON.parse(stdout).patients]).toEqual([0, []]);
    expect(stderr).toContain(`warning: --since leaves out ${TOTAL} of the patients`);
  },
);
