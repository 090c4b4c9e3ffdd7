import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServer } from '../support/open-server.ts';
import { requireTool } from '../support/require-tool.ts';
import { FULL, openTable, seededRandom } from './scale.ts';
import { strace } from './strace.ts';
import { filesOf, openTrial, openTrialService, photoFlags, type Trial } from './trial.ts';

const table = openTable('Where the token was written, with --debug and NODE_DEBUG=*', [
  ...['command', 'exit', 'to the service', 'to its store', 'anywhere else'],
]);

const STORE = 'home/.config/recon/credentials.json';

let clinic: Awaited<ReturnType<typeof openTrialService>>;
let trial: Trial;
/** A service that says everything it was sent, wherever an answer has room for it. */
let parrot: Awaited<ReturnType<typeof openParrot>>;
beforeAll(async () => {
  clinic = await openTrialService();
  trial = await openTrial(clinic);
  parrot = await openParrot();
});
afterAll(async () => {
  await parrot.close();
  trial.remove();
  await clinic.service.close();
});

const openParrot = () =>
  openServer((request, response) => {
    const said = request.headers.authorization ?? '';
    request.resume();
    request.on('end', () => {
      const isHtml = request.url?.includes('html') === true;
      response.writeHead(isHtml ? 502 : 422, {
        'content-type': isHtml ? 'text/html' : 'application/problem+json',
        'www-authenticate': said,
        'x-request-id': said,
        'x-echo': said,
        location: `/${said}`,
      });
      response.end(
        isHtml
          ? `<html>${said}</html>`
          : JSON.stringify({
              status: 422,
              code: said,
              title: said,
              detail: said,
              errors: [{ field: said, message: said }],
            }),
      );
    });
  });

/** The others need a token that is kept and a patient that is there. */
const ALWAYS = /^(login|patients create --name Ana|logout)/;

function chosen() {
  const random = seededRandom('token canary');
  return COMMANDS.filter(({ args }) => random() < 0.3 || FULL || ALWAYS.test(args));
}

type Where = 'store' | 'variable' | 'file';

/** In this order on one machine: what a command leaves is there for the next. `ID` is the patient. */
const COMMANDS: readonly { args: string; from?: Where; exit?: number; url?: 'parrot' | 'nobody' }[] = [
  { args: 'login --base-url URL --token-stdin --insecure-storage', exit: 0 },
  { args: 'status', exit: 0 },
  { args: 'config set quiet-period 200ms', exit: 0 },
  { args: 'config list --json', exit: 0 },
  { args: 'patients create --name Ana PHOTOS --no-wait', exit: 0 },
  { args: 'patients list --json', exit: 0 },
  { args: 'patients list', from: 'variable', exit: 0 },
  { args: 'patients list', from: 'file', exit: 0 },
  { args: 'patients get ID -o ndjson', exit: 0 },
  { args: 'patients update ID --city Porto', exit: 0 },
  { args: 'after create ID PHOTOS', exit: 0 },
  { args: 'wait ID', exit: 0 },
  { args: 'invite ID --type mammo', exit: 0 },
  { args: 'download ID --type mammo --to OUT/ana.zip', exit: 0 },
  { args: 'download ID --type mammo --extract OUT/ana', exit: 0 },
  { args: 'patients import IN/people.csv', exit: 0 },
  { args: 'patients export --to OUT/all', exit: 0 },
  { args: 'api GET /patients -i', exit: 0 },
  { args: 'api GET /nothing -i', exit: 3 },
  { args: 'resume --list', exit: 0 },
  { args: 'resume', exit: 0 },
  { args: 'patients list', url: 'parrot', from: 'variable', exit: 5 },
  { args: 'patients list --name html', url: 'parrot', from: 'variable', exit: 6 },
  { args: 'patients create --name Eco', url: 'parrot', from: 'variable' },
  { args: 'patients update 7 --city Porto --json', url: 'parrot', from: 'variable' },
  { args: 'patients list --timeout 300ms', url: 'nobody', from: 'variable', exit: 6 },
  { args: 'patients get', from: 'variable', exit: 2 },
  { args: 'serve --port 0 --data OUT/service -- COMMAND', exit: 0 },
  { args: 'delete-not-a-command', from: 'variable', exit: 2 },
  { args: 'transfer ID --to SUB --yes', exit: 0 },
  { args: 'patients delete ID --yes', exit: 3 },
  { args: 'logout', exit: 0 },
];

test.skipIf(!requireTool('strace'))(
  'the token is written to its store and to the service, and nowhere else',
  async () => {
    const { service, subAccountId, path } = trial;
    const tokenFile = path('in', 'token');
    writeFileSync(tokenFile, service.token, { mode: 0o600 });
    writeFileSync(path('in', 'people.csv'), 'name,email\nBea,bea@example.org\nCem,cem@example.org\n');
    const wrong: string[] = [];
    const sung = { service: 0, store: 0 };
    let id = '';
    for (const { args: text, from = 'store', exit, url } of chosen()) {
      const baseUrl = url === 'parrot' ? parrot.url : url === 'nobody' ? 'http://127.0.0.1:9' : service.url;
      const args = text.split(' ').flatMap((word) => {
        if (word === 'PHOTOS') return photoFlags(trial);
        if (word === 'COMMAND') return [process.execPath, '-e', '0'];
        return [
          { URL: baseUrl, ID: id, SUB: subAccountId }[word] ??
            word.replace(/^(IN|OUT)/, (one) => path(one.toLowerCase())),
        ];
      });
      const { HOME, TMPDIR } = trial.environment as { HOME: string; TMPDIR: string };
      const environment = {
        ...{ HOME, TMPDIR, NODE_DEBUG: '*', RECON_NO_INPUT: '1' },
        ...(from !== 'store' && { RECON_BASE_URL: baseUrl }),
        ...(from === 'variable' && { RECON_TOKEN: service.token }),
        ...(from === 'file' && { RECON_TOKEN_FILE: tokenFile }),
      };
      const { finished, log } = await strace(
        { args: ['--debug', ...args], folder: trial.folder, environment, id, input: service.token },
        // -yy names the other end of a socket, -v shows what a child process finds in its environment.
        ['-yy', '-v', '-s', '9999', '-e', 'trace=write,writev,pwrite64,sendto,sendmsg,execve'],
      );
      if (text.startsWith('patients create') && url === undefined) id = finished.stdout.trim();
      if (exit !== undefined && finished.exitCode !== exit) {
        wrong.push(
          `${text}: exit ${finished.exitCode}: ${finished.stderr
            .split('\n')
            .filter((line) => line.startsWith('recon'))
            .join(' ')}`,
        );
      }
      const counts = countWrites(log, service.token, text.startsWith('serve') || from !== 'variable');
      table.row([
        url === undefined ? text : `${text} (${url})`,
        finished.exitCode ?? '-',
        counts.service,
        counts.store,
        counts.elsewhere.length,
      ]);
      sung.service += counts.service;
      sung.store += counts.store;
      wrong.push(...counts.elsewhere.map((line) => `${text}: ${line}`));
      for (const [stream, said] of Object.entries({ stdout: finished.stdout, stderr: finished.stderr })) {
        if (said.includes(service.token)) wrong.push(`${text}: ${stream} shows it`);
      }
      for (const [file, bytes] of filesOf(trial)) {
        if (bytes.includes(service.token) && file !== STORE) wrong.push(`${text}: it lies in ${file}`);
      }
    }
    expect(wrong).toEqual([]);
    // The canary sings: it was kept, sent, and taken away again.
    expect(sung.store).toBeGreaterThan(0);
    expect(sung.service).toBeGreaterThan(0);
    expect(readFileSync(path(STORE), 'utf8')).not.toContain(service.token);
  },
);

function countWrites(log: string, token: string, checkStart: boolean) {
  const counts = { service: 0, store: 0, elsewhere: [] as string[] };
  let starts = 0;
  for (const line of log.split('\n')) {
    const isStart = line.includes('execve(');
    if (isStart) starts += 1;
    if (!line.includes(token)) continue;
    // The very variable that it was given in, as this test gives it.
    if (isStart && starts === 1 && !checkStart) continue;
    if (/^\d+ +\w+\(\d+<TCP:/.test(line)) counts.service += 1;
    else if (/^\d+ +\w+\(\d+<[^<>]*\/credentials\.json(?:\.tmp)?>/.test(line)) counts.store += 1;
    else counts.elsewhere.push(line.replaceAll(token, 'TOKEN').slice(0, 300));
  }
  return counts;
}
