import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completionScript, SCRIPT_FILES, SHELLS } from '../../../src/cli/completions/scripts.ts';
import { createContext } from '../../../src/cli/context.ts';
import { NO_GLOBALS } from '../../../src/cli/globals.ts';
import { buildProgram } from '../../../src/cli/program.ts';
import { requireTool } from '../../support/require-tool.ts';

const run = promisify(execFile);
const here = import.meta.dirname;

function program() {
  const { signal } = new AbortController();
  return buildProgram(createContext({ process, environment: {}, signal, globals: NO_GLOBALS }));
}

test.each(SHELLS)('the committed script for %s is what the command tree gives', async (shell) => {
  const committed = await readFile(resolve(here, '../../../completions', SCRIPT_FILES[shell]), 'utf8');
  expect(committed, 'stale: run `npm run completions`').toBe(completionScript(program(), shell));
});

/** A folder with the scripts, a FIFO-free place for files, and a file and a folder to offer. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-completions-'));
  await Promise.all(
    SHELLS.map((shell) => writeFile(join(folder, SCRIPT_FILES[shell]), completionScript(program(), shell))),
  );
  await mkdir(join(folder, 'files/photos of ana'), { recursive: true });
  await writeFile(join(folder, 'files/front.jpg'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inFiles = () => ({
  cwd: join(folder, 'files'),
  env: { ...process.env, HOME: folder, TERM: 'xterm' },
  timeout: 20_000,
});
const linesOf = ({ stdout }: { stdout: string }) => stdout.split(/\r?\n/).filter((line) => line !== '');

/** bash gets its words as it cuts them, `=` standing alone; a quoted word is never needed here. */
async function inBash(line: string): Promise<string[]> {
  const words = line
    .split(' ')
    .flatMap((word) => word.split(/(=)/))
    .filter((word, at, all) => word !== '' || at === all.length - 1);
  return linesOf(await run('bash', [join(here, 'offer.bash'), join(folder, SCRIPT_FILES.bash), ...words], inFiles()));
}

async function inZsh(line: string): Promise<string[]> {
  return linesOf(await run('zsh', ['-f', join(here, 'offer.zsh'), folder, line], inFiles()));
}

async function inFish(line: string): Promise<string[]> {
  const script = `source '${join(folder, SCRIPT_FILES.fish)}'; complete -C '${line}'`;
  const offers = linesOf(await run('fish', ['--no-config', '-c', script], inFiles()));
  return offers.map((offer) => offer.split('\t')[0]!.replace(/^--\w+=/, ''));
}

/** The line, what must be offered, what must not. */
const CASES: [line: string, offered: string[], not: string[]][] = [
  ['recon ', ['list', 'show', 'patients', 'login', 'config', 'serve', 'completion'], ['get', 'front.jpg']],
  ['recon pa', ['patients'], ['login']],
  ['recon patients ', ['list', 'get', 'create', 'delete'], ['patients', 'front.jpg']],
  ['recon patients create --', ['--name', '--type', '--front', '--output', '--no-wait'], ['--per-page']],
  ['recon patients create --type ', ['mammo', 'face', 'body'], ['table']],
  ['recon patients create --type=f', ['face'], ['body']],
  ['recon patients create --type face --provider ', ['4', '5', '6', 'face', 'head', 'head-hq'], ['full-body', '7']],
  ['recon patients create --type=body --provider ', ['4', '7', 'body', 'full-body'], ['head', '5']],
  ['recon patients create --provider ', ['4', '5', '6', '7', 'head-hq', 'full-body'], ['mammo']],
  ['recon help ', ['patients', 'login', 'exit-codes'], ['mammo', 'front.jpg']],
  ['recon help patients ', ['list', 'create'], ['patients', 'exit-codes']],
  ['recon patients list --fields na', ['name'], ['country']],
  ['recon patients create --name x --type b', ['body'], ['face']],
  ['recon patients create --front ', ['front.jpg'], ['face']],
  ['recon patients list -o ', ['table', 'json', 'ndjson', 'csv', 'xlsx', 'id'], []],
  ['recon download 7 --type ', ['mammo', 'face', 'body'], []],
  ['recon --profile x config ', ['list', 'get', 'set', 'unset'], ['login']],
  ['recon accounts ', ['list', 'add', 'disable', 'tokens'], ['revoke']],
  ['recon accounts tokens ', ['list', 'add', 'revoke'], ['disable', 'front.jpg']],
  ['recon accounts tokens add x --scope ', ['read', 'write', 'admin'], ['table']],
  ['recon config set ', ['base-url', 'timeout', 'color'], []],
  ['recon completion ', ['bash', 'zsh', 'fish', 'powershell'], []],
  ['recon completion --f', ['--forget-names'], ['bash']],
  ['recon serve --tls-cert ', ['front.jpg'], []],
];

describe.each([
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
] as const)('in %s', (shell, offers) => {
  test.skipIf(!requireTool(shell)).each(CASES)('%j', async (line, offered, not) => {
    const found = (await offers(line)).map((one) => one.replace(/=$/, ''));
    expect(found).toEqual(expect.arrayContaining(offered));
    expect(found.filter((one) => not.includes(one))).toEqual([]);
  });

  test.skipIf(!requireTool(shell))('folders are offered with their spaces', async () => {
    const found = await offers('recon patients create --photos ');
    expect(found.map((one) => one.replaceAll('\\', '').replace(/\/$/, ''))).toContain('photos of ana');
  });
});

test.skipIf(!requireTool('fish')).each([
  ['recon patients create --type ', 'face\tface or head'],
  ['recon patients create --type face --provider head-', 'head-hq\tHead High Quality (full head)'],
  ['recon patients create --provider 6', '6\tHead / Upper body'],
  ['recon list --status gen', 'generating\ta 3D model is being made'],
  ['recon list -o xl', 'xlsx\ta spreadsheet'],
  ['recon list --fields nam', 'name'],
  ['recon list --since tod', 'today'],
])('in fish, a value of %j has a remark of its own or none, and not that of its option', async (line, offer) => {
  const script = `source '${join(folder, SCRIPT_FILES.fish)}'; complete -C '${line}'`;
  expect(linesOf(await run('fish', ['--no-config', '-c', script], inFiles()))).toContain(offer);
});
