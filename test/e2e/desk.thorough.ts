import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { KEYS, openPty } from './pty-session.ts';

const inTerminal = test.skipIf(!requireTool('script'));
const NAMES = ['Maria Silva', '山田 花子', 'محمد عبد الرحمن', '👩‍⚕️ Ana 🇵🇹', `Long ${'Name '.repeat(30).trim()}`];
const REASON = 'the left and the right photo seem to be swapped; swap the two photos';
const STATUSES = ['processing', 'failed', 'has_3d', 'queued'];

interface Desk {
  count: number;
  requests: string[];
  statusOf(id: number): string | undefined;
  /** It answers for one patient, and for more only that it cannot. */
  isTired?: boolean;
}
const desk: Desk = { count: 0, requests: [], statusOf: (id) => STATUSES[id % STATUSES.length] };

/** A service of somebody else: it lists the oldest first, and says why a model failed when that is downloaded. */
function service(): Server {
  return createServer((request, response) => {
    desk.requests.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://x');
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname.endsWith('/download')) return answer(409, { title: 'Conflict', detail: REASON });
    const [, id] = /^\/patients\/(\d+)$/.exec(url.pathname) ?? [];
    if (id !== undefined) return answer(200, { patient: patient(Number(id)), async: 'false' });
    const page = Number(url.searchParams.get('page') ?? 1);
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 10));
    if (desk.isTired && size > 1) return answer(422, { title: 'Tired' });
    const pages = Math.ceil(desk.count / size);
    const ids = Array.from({ length: desk.count }, (_, at) => at + 1).slice((page - 1) * size, page * size);
    const meta = {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
    };
    answer(200, { patients: ids.map(patient), meta: { ...meta, total_pages: pages, total_entries: desk.count } });
  });
}

const patient = (id: number) => ({
  ...{ id, name: NAMES[id % NAMES.length], email: null, phone: id % 2 === 0 ? '+351 21 000 0000' : null },
  updated_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  reconstructions: [
    {
      ...{ type: 'FaceReconstruction', accepted: false, status: desk.statusOf(id), mesaures: {} },
      updated_at: new Date(Date.now() - 130_000).toISOString(),
    },
  ],
});

let home: ReconHome;
let running: Server;
beforeAll(async () => {
  running = service();
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve));
  const { port } = running.address() as AddressInfo;
  home = await makeHome({ RECON_BASE_URL: `http://127.0.0.1:${port}`, RECON_TOKEN: 'token_of_the_desk' });
});
afterAll(async () => {
  running.closeAllConnections();
  running.close();
  await home.remove();
});

/** What a command left on the terminal, without colours. */
async function screen(line: string) {
  const session = openPty(line, { environment: home.environment, folder: home.folder });
  const exit = await session.ended;
  const seen = session.seen();
  return { exit, seen, lines: plain(seen).split(/\r?\n/) };
}
const plain = (text: string) => text.replaceAll(/\u001b\[[0-9;?]*[a-zA-Z]/g, '');
const openDesk = (line: string) => openPty(line, { environment: home.environment, folder: home.folder });

inTerminal('3,000 patients, listed from the oldest on: the newest come first, by two requests', async () => {
  desk.count = 3000;
  desk.requests = [];
  const { exit, lines } = await screen('recon patients list');
  expect(exit).toBe(0);
  expect(lines[0]).toMatch(/^ID +NAME +3D MODEL +CHANGED/);
  expect(lines.slice(1, 31).map((line) => Number(line.split(' ')[0]))).toEqual(
    Array.from({ length: 30 }, (_, at) => 3000 - at),
  );
  expect(lines.join('\n')).toContain(
    '30 of 3000 patients are shown, the last added first\nnext: recon list --all (to see every one)',
  );
  expect(desk.requests.filter((url) => url.startsWith('/patients?'))).toHaveLength(2);
});

inTerminal('the state is a coloured word that is never cut, with the reason of a failure', async () => {
  desk.count = 8;
  for (const columns of [60, 80, 120, 160]) {
    const { seen, lines } = await screen(`stty cols ${columns}; recon patients list`);
    expect(seen).toMatch(/\u001b\[32mface ready\u001b\[39m/);
    expect(seen).toMatch(/\u001b\[31mface failed: (the left and the right photo seem to be|left\/right) swapped\u001b/);
    for (const words of ['face generating for 2 min', 'face queued for 2 min', 'face ready']) {
      expect(lines.filter((line) => line.includes(words))).toHaveLength(2);
    }
    expect(lines.join('\n')).not.toMatch(/E-MAIL|CITY|COUNTRY/);
  }
});

inTerminal('NO_COLOR, a dumb terminal: the same words without a colour', async () => {
  desk.count = 8;
  for (const setting of ['NO_COLOR=1', 'TERM=dumb']) {
    const { seen, lines } = await screen(`${setting} recon patients list`);
    expect(seen).not.toContain('\u001b');
    expect(lines.join('\n')).toContain('face ready');
  }
});

inTerminal.each([
  [0, 'there are no patients yet\nnext: recon create (to add one)'],
  [1, /^1 +山田 花子 +face failed/m],
])('%i patients', async (count, shown) => {
  desk.count = count;
  const { exit, lines } = await screen('recon patients list');
  expect(exit).toBe(0);
  expect(lines.join('\n')).toMatch(shown);
});

inTerminal('--watch of an empty list tells the whole line that adds a patient', async () => {
  desk.count = 0;
  const session = openDesk('recon patients list --watch');
  await session.waitFor('next: recon create (to add one)');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
});

inTerminal('--status, --since and --sort choose among all pages, in a pipe too', async () => {
  desk.count = 230;
  const ids = async (...args: string[]) =>
    (await home.recon(['patients', 'list', '-o', 'id', ...args])).stdout.trim().split('\n');
  expect(await ids('--status', 'queued', '--sort', '-id', '--limit', '3')).toEqual(['227', '223', '219']);
  expect(await ids('--status', 'failed')).toHaveLength(58);
  const ready = await ids('--status', 'has_3d');
  expect(ready.length).toBeGreaterThan(9);
  expect(await ids('--status', 'ready')).toEqual(ready);
  expect(await ids('--since', '4h')).toHaveLength(230);
  // The patients changed three hours ago, their models two minutes ago.
  expect(await ids('--since', '2h')).toHaveLength(230);
  expect(await ids('--since', '1m')).toEqual(['']);
  expect((await ids('--sort', 'name')).slice(0, 2)).toEqual(['3', '8']);
  const { lines } = await screen('recon patients list --status failed --limit 2');
  expect(lines.slice(1, 3).map((line) => line.split(' ')[0])).toEqual(['229', '225']);
  const none = await home.recon(['patients', 'list', '--status', 'brewing']);
  expect(none.stderr).toMatch(
    /no patients found\nwarning: --status "brewing" is a status that no 3D model has; .*; the statuses that there are: failed \(58\)/,
  );
  const slip = await home.recon(['patients', 'list', '--status', 'nophotos', '--since', '1m']);
  expect(slip.stderr).toContain('is a status that no 3D model has; did you mean --status no-photos?');
  const typo = await home.recon(['patients', 'list', '--status', 'generatng']);
  expect(typo.stderr).toContain('is a status that no 3D model has; did you mean --status generating?');
  const known = await home.recon(['patients', 'list', '--status', 'ready', '--since', '1m']);
  expect(known.stderr).not.toContain('did you mean');
  const told = (await screen('recon patients list --status nothing-like-it')).lines.join(' ').replaceAll(/\s+/g, ' ');
  for (const status of ['generating (57)', 'ready (58)', 'failed (58)']) expect(told).toContain(status);
  expect(told).not.toContain('has_3d');
  expect((await home.recon(['patients', 'list', '--sort', 'shoe'])).stderr).toContain('--sort is "shoe"');
  expect((await home.recon(['patients', 'list', '--since', 'noon'])).exitCode).toBe(2);
  expect((await home.recon(['patients', 'list', '--status', 'failed', '--page', '2'])).exitCode).toBe(2);
});

test('in a pipe the requests and the order are those of the service', async () => {
  desk.count = 35;
  desk.requests = [];
  const { stdout } = await home.recon(['patients', 'list']);
  expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
    ...Array.from({ length: 10 }, (_, at) => String(at + 1)),
    '',
  ]);
  expect(desk.requests).toEqual(['/patients']);
});

inTerminal('$PAGER shows what is longer than the screen, and nothing shorter; --no-pager does not', async () => {
  desk.count = 120;
  const pager = join(home.folder, 'pager.sh');
  writeFileSync(pager, 'echo "PAGED $(grep -c "face ")"\n');
  const paged = `PAGER='sh ${pager}'`;
  expect((await screen(`${paged} recon patients list --all`)).lines.join('\n')).toContain('PAGED 120');
  expect((await screen(`${paged} recon patients list`)).lines.join('\n')).not.toContain('PAGED');
  expect((await screen(`${paged} recon patients list --all --no-pager`)).lines.join('\n')).not.toContain('PAGED');
  // Who leaves early has seen enough, and that is no failure.
  expect((await screen('PAGER=true recon patients list --all')).exit).toBe(0);
});

inTerminal('--watch shows a change by itself, until Ctrl-C', async () => {
  desk.count = 2;
  const session = openDesk('recon patients list --watch');
  await session.waitFor('face ready');
  await session.waitFor('until Ctrl-C');
  desk.statusOf = () => 'rejected';
  await session.waitFor(/\u001b\[\d+A\u001b\[J/);
  await session.waitFor('face failed (rejected)');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  desk.statusOf = (id) => STATUSES[id % STATUSES.length];
  expect((await home.recon(['patients', 'list', '--watch'])).exitCode).toBe(2);
});

inTerminal('ACCESSIBLE=1 --watch writes a new text where something changed, and draws over nothing', async () => {
  desk.count = 2;
  const session = openDesk('ACCESSIBLE=1 recon patients list --watch');
  await session.waitFor('face ready');
  desk.statusOf = () => 'rejected';
  await session.waitFor('face failed (rejected)');
  session.type(KEYS.ctrlC);
  await session.ended;
  desk.statusOf = (id) => STATUSES[id % STATUSES.length];
  expect(session.seen()).not.toMatch(/\u001b\[\d*[AJHK]/);
});

inTerminal('get shows a card: the reason of a failure, the line to type next, and no answer twice', async () => {
  desk.count = 3;
  const { exit, seen, lines } = await screen('recon patients get 1');
  expect(exit).toBe(0);
  expect(lines[0]).toBe('山田 花子  patient 1');
  expect(seen).toMatch(/\u001b\[31mfailed\u001b\[39m/);
  expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(REASON);
  expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(
    'recon update 1 --type face --left OLD-RIGHT.jpg --right OLD-LEFT.jpg (with the left and right photos swapped)',
  );
  const accessible = await screen('ACCESSIBLE=1 recon patients get 2');
  expect(accessible.lines).toContain('Face  ready  2 min ago');
  // In a pipe the paths of the values stay.
  expect((await home.recon(['patients', 'get', '1'])).stdout).toContain('reconstructions.0.status\tfailed\n');
});

inTerminal('wait tells what comes next on a terminal, and a failure the very line to type', async () => {
  desk.count = 3;
  const text = (await screen('recon wait 2')).lines.join('\n');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'next: recon download 2 --type face (to save the model) or: recon view 2 --type face (to look at the model)',
  );
  // The sentence has said it.
  expect(text).not.toMatch(/has_3d|^2 /m);
  expect((await screen('recon wait 2 --quiet')).lines).toContain('patient 2: face is ready');
  expect((await home.recon(['wait', '2'])).stdout).toBe('2\tface\thas_3d\n');
  const failed = await home.recon(['wait', '1']);
  expect(failed.exitCode).toBe(9);
  expect(failed.stderr).toContain(
    'Try: recon update 1 --type face --left OLD-RIGHT.jpg --right OLD-LEFT.jpg (with the left and right photos swapped)\n',
  );
  expect((await home.recon(['wait', '2'])).stderr).not.toContain('next:');
});

test('a log of a wait for several has one line a change, whatever else changes meanwhile', async () => {
  desk.count = 3;
  let looks = 0;
  desk.statusOf = (id) => {
    if (id === 1) looks += 1;
    return looks > 2 ? 'has_3d' : 'processing';
  };
  const { stderr } = await home.recon(['wait', '1', '2']);
  desk.statusOf = (id) => STATUSES[id % STATUSES.length];
  // The interface's own word stays in a log.
  expect(stderr.split('\n').filter((line) => line.startsWith('patient '))).toEqual([
    'patient 1: face is processing',
    'patient 2: face is processing',
    'patient 1: face is ready',
    'patient 2: face is ready',
  ]);
});

inTerminal('get --watch draws the card again; status tells what needs doing', async () => {
  desk.count = 9;
  const session = openDesk('recon patients get 2 --watch');
  await session.waitFor('until Ctrl-C');
  desk.statusOf = () => 'rejected';
  await session.waitFor('failed (rejected)');
  session.type(KEYS.ctrlC);
  expect(await session.ended).toBe(130);
  desk.statusOf = (id) => STATUSES[id % STATUSES.length];
  expect((await home.recon(['patients', 'get', '2', '--watch'])).exitCode).toBe(2);
  const { exit, lines } = await screen('recon status');
  expect(exit).toBe(0);
  const text = lines.join('\n');
  expect(text).toContain('Of 9 patients, 3 have a failed model and 4 have a model that is being made.');
  expect(text).toMatch(/^9 .*face failed: left\/right swapped/m);
  expect(text).toMatch(/^next: recon update 9 --type face --left OLD-RIGHT.jpg --right OLD-LEFT.jpg$/m);
  expect(text).toMatch(/^ {4}\(Long Name.*…, with the left and right photos swapped\)$/m);
  expect(text).toMatch(/^next: recon wait( \d){4} \(until these models are ready\)$/m);
  expect((await home.recon(['status'])).stdout).not.toContain('failed');
});

inTerminal('status looks at the newest patients, and ends well where they cannot be read', async () => {
  desk.count = 2030;
  desk.requests.length = 0;
  const many = await screen('recon status');
  expect(many.exit).toBe(0);
  expect(many.lines.join('\n')).toContain(
    'Of the newest 500 patients, 125 have a failed model and 250 have a model that is being made.',
  );
  expect(many.lines.join(' ').replaceAll(/\s+/g, ' ')).toContain(
    '15 of 375 patients whose model failed or is being made are shown, those that failed first next: recon list --status failed --status generating --status queued --all (to see all of them)',
  );
  expect(desk.requests.filter((url) => url.includes('page=')).length).toBeLessThan(10);
  desk.isTired = true;
  const { exit, lines } = await screen('recon status');
  desk.isTired = false;
  expect(exit).toBe(0);
  expect(lines.join('\n')).toContain('warning: the models of the patients cannot be shown: ');
});

inTerminal.each([60, 80])('on %i columns no line of a list, a card or the status is wider', async (columns) => {
  desk.count = 9;
  for (const line of ['recon patients list', 'recon patients get 9', 'recon patients get 5', 'recon status']) {
    const { exit, lines } = await screen(`stty cols ${columns}; ${line}`);
    expect(exit).toBe(0);
    expect(lines.filter((one) => stringWidth(one) > columns)).toEqual([]);
  }
});
