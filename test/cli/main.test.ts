import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { LIMITS } from '../../src/service/request-limits.ts';
import { fakeProcess } from './fake-process.ts';

const { perAccount: PER_ACCOUNT, perAddress: PER_ADDRESS, withinMs } = LIMITS.requests;
const WITHIN_S = withinMs / 1000;

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'recon-main-'));
});
afterAll(() => rm(home, { recursive: true }));

/** The command line in this process; `stdin` stays open, so that a command can be caught waiting. */
function start(args: string[], environment: Record<string, string> = {}) {
  const { stand, process, texts, exits } = fakeProcess(args, { HOME: home, ...environment });
  const finished = main(process).then((exitCode) => ({ exitCode, ...texts }));
  return { stand, exits, finished };
}

const recon = (...args: string[]) => start(args).finished;
/** Waits for a JSON object that never comes. */
const startWaiting = () => start(['patients', 'create', '--data', '-']);
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50));

test.each([
  [['--version'], /^\d+\.\d+\.\d+\n$/],
  [['-V'], /^\d+\.\d+\.\d+\n$/],
  [['--help'], /Usage: recon/],
  [[], /Usage: recon/],
  [['patients'], /Usage: recon patients/],
  [['--profile', 'local', 'patients', '--help'], /Usage: recon patients/],
  [['help', 'patients', 'create'], /Usage: recon patients create[\s\S]*Examples/],
  [['patients', 'create', '-h'], /Usage: recon patients create[\s\S]*recon help options/],
  [
    ['help', 'options'],
    /^-o, --output <format> +how the answer is written: table, json[^\n]*\n[\s\S]*-q, --quiet +no messages/,
  ],
  [['wait', '--help'], /^(?![\s\S]*--no-color)[\s\S]*--wait-timeout[\s\S]*recon help options/],
  [
    ['serve', '--help'],
    /\/healthz [\s\S]*\/readyz [\s\S]*\/metrics [\s\S]*\/openapi\.json [\s\S]*config set clinic NAME/,
  ],
  [['patients', 'list', '--help'], /\{reconstructions\.0\.status\}\. \{\{ and \}\} are the braces/],
  [['show', '--help'], /\{\{ and \}\} are the braces/],
  [['help', 'columns'], /Telefon = phone [\s\S]*name, [\s\S]*phone/],
  [['help', 'map'], /^a map /],
  [['help', 'upgrade'], /^1 stop [\s\S]*2 back up [\s\S]*3 install [\s\S]*4 start [\s\S]*5 check [\s\S]*way back /],
  // A backup reads the profile that a logout forgets.
  [
    ['help', 'uninstall'],
    /recon backup FOLDER\n.*--data DIR\n[\s\S]*--forget\n.*recon config profiles\n[\s\S]*npm uninstall --global recon\n/,
  ],
  [['help', 'uninstall'], /\/\.config\/recon\n[\s\S]*\*\.report\.csv, \*\.report\.ndjson[\s\S]*\/service /],
  // What is entered after the backup would be missing on the way back.
  [
    ['help', 'upgrade'],
    /1 stop [\s\S]*2 back up [\s\S]*--data NEW, with --key-file FILE[\s\S]*after the upgrade .* is lost/,
  ],
  [['backup', '--help'], /crontab[\s\S]*\n {2}RECON_TOKEN_FILE=DATA\/token\n[\s\S]*recon config set ca-file FILE/],
  [['help', 'exit-codes'], /130 {2}Ctrl-C/],
  [['help', '8'], /^ +8 {2}the wait ended[^\n]*\n +run it again[^\n]*\n$/],
  [['help', 'environment'], /^RECON_BASE_URL +the address[\s\S]*\nPAGER /],
  [['help', 'import'], /Usage: recon patients import/],
  [
    ['help', 'commands'],
    /^list \[words\.\.\.\] [\s\S]*\npatients delete \[patient\.\.\.\] [\s\S]*\nbackup <to> [\s\S]*\nhelp privacy /,
  ],
  [
    ['help', 'privacy'],
    /^names by Tab [\s\S]*recon completion --forget-names[\s\S]*\nshell history [\s\S]*~\/\.bash_history[\s\S]*HIST_IGNORE_SPACE[\s\S]*recon backup remove[\s\S]*recon patients delete PATIENT\n$/,
  ],
  [['help', 'forget'], /^names by Tab /],
  [['help', 'find'], /Usage: recon list/],
  ...['screen-reader', 'accessibility', 'accessible', 'braille', 'reader'].map((word): [string[], RegExp] => [
    ['help', word],
    /^ACCESSIBLE=1 [\s\S]*\n +for good: export ACCESSIBLE=1/,
  ]),
  [['help', 'screen reader'], /^ACCESSIBLE=1 /],
  [['--help'], /recon help commands\|privacy\|screen-reader\|systemd\n$/],
  [['help', 'commands'], /\nhelp systemd [\s\S]*\nhelp screen-reader /],
  [['serve', '--help'], /recon help systemd\n/],
  [['serve', '--help'], new RegExp(`may send ${PER_ACCOUNT} requests in ${WITHIN_S} s, an\\s+address ${PER_ADDRESS}`)],
  [['help', 'service'], /Usage: recon serve/],
  [['help', 'token'], /Usage: recon accounts tokens/],
  [['help', 'photo'], /Usage: recon photos check/],
  [['help', 'models'], /Usage: recon view/],
  [['help', 'errors'], /130 {2}Ctrl-C/],
])('%j shows what it is asked for, on stdout, and ends with 0', async (args, shown) => {
  const { exitCode, stdout, stderr } = await recon(...args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(shown);
});

test('every variable of our own is in the help', async () => {
  const { stdout } = await recon('help', 'environment');
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const named = sources.flatMap((path) => readFileSync(join('src', path), 'utf8').match(/'RECON_[A-Z_]+'/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !stdout.includes(name.slice(1, -1)))).toEqual([]);
});

test('on a terminal the exit codes keep within its width, broken between words', async () => {
  const { stand, finished } = start(['help', 'exit-codes'], { NO_COLOR: '1' });
  Object.assign(stand.stdout, { isTTY: true, columns: 60 });
  const { stdout } = await finished;
  const lines = stdout.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(lines.filter((line) => !/^( {6}\S| *\d+ {2}\S|$)/.test(line))).toEqual([]);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'a photo or rule broken, --yes missing, a port that is taken run it again:',
  );
});

test.each([
  ['patients', 'import', '--help'],
  ['help', 'patients', 'import'],
  ['help', 'commands'],
])('on a terminal $PAGER shows the help of %s %s %s, which is longer than the screen', async (...args) => {
  const shown = join(home, 'paged');
  const typed = async (environment: Record<string, string>, isTTY = true) => {
    writeFileSync(shown, '');
    const { stand, finished } = start(
      args.filter((word) => word !== undefined),
      { PAGER: `cat > '${shown}'`, ...environment },
    );
    Object.assign(stand.stdout, { isTTY, columns: 80, rows: 24 });
    const { exitCode, stdout } = await finished;
    expect(exitCode).toBe(0);
    return { stdout, paged: readFileSync(shown, 'utf8') };
  };
  const { stdout: whole } = await typed({ ACCESSIBLE: '1' });
  expect(whole.split('\n').length).toBeGreaterThan(24);
  expect(await typed({})).toEqual({ stdout: '', paged: whole });
  for (const asked of [{ PAGER: '' }, { TERM: 'dumb' }, { ACCESSIBLE: '1' }]) {
    expect(await typed(asked)).toEqual({ stdout: whole, paged: '' });
  }
  expect((await typed({}, false)).paged).toBe('');
});

test('a topic of two words leads where its one word does', async () => {
  const { stdout: reader } = await recon('help', 'screen-reader');
  expect((await recon('help', 'screen', 'reader')).stdout).toBe(reader);
  // In quotes, as somebody types what is two words.
  expect((await recon('help', 'screen reader')).stdout).toBe(reader);
  expect((await recon('help', 'photos check')).stdout).toBe((await recon('help', 'photos', 'check')).stdout);
});

test('the help of create tells where height and weight are given', async () => {
  const { stdout } = await recon('create', '--help');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('Height and weight: recon update, once the patient is there');
});

test.each([
  [['pateints'], 'did you mean patients?\n  Try: recon patients\n'],
  [['patient', 'list'], 'did you mean patients?\n  Try: recon list\n'],
  [['patients', 'lst'], 'did you mean list?\n  Try: recon list\n'],
  [['patients', 'list', '--nmae', 'x'], 'did you mean --name?'],
  [['patients', 'list', '--jsno'], 'did you mean --json?'],
  [['patients', 'list', '--token', 'x'], "unknown option '--token'"],
  [['list', '--wide'], '--fields chooses them: recon list --fields id,name,phone,email,city,country,updated_at\n'],
  [
    ['accounts', 'tokens', 'add', 'a', '--label', 'b', '--days', '60', '--scope', 'read'],
    'b --expires 60d --scope read\n',
  ],
  [['accounts', 'tokens', 'add', 'a', '--label', 'b', '--scope', 'read', '--until=x'], 'read --expires 30d\n'],
  [['patients', 'list', '--columns', 'name,city'], '--fields chooses them: recon list --fields name,city\n'],
  [['transfer', 'all'], 'recon: "all" is no patient\n'],
  [['transfer', 'all', '--to', '3', '--yes'], 'how to hand over a whole account is told by: recon accounts --help\n'],
  [['download', '7', '--type', 'mamo'], 'Try: the same command with --type mammo\n'],
  [['invite', '7', '--type', 'x'], 'it must be mammo, face or body\n  Try: the same command with --type TYPE\n'],
  [['transfer', 'maria', '--all'], 'how to hand over a whole account is told by: recon accounts --help\n'],
  [['list', '--widee'], "unknown option '--widee'\n  Try: recon list --help\n"],
  [
    ['create', '--name', 'Ana Silva', '--telephone', '912'],
    "--phone?\n  Try: recon create --name 'Ana Silva' --phone 912\n",
  ],
  [['update', '7', '--zip=1000'], 'did you mean --postal-code?\n  Try: recon update 7 --postal-code=1000\n'],
  [['create', '--nme', 'ana', '--adress', 'x'], 'did you mean --name?\n  Try: recon create --name ana --address x\n'],
  [['list', '-status', 'ready'], "option '-status'; did you mean --status?\n  Try: recon list --status ready\n"],
  [['list', '-ocsv', '-status=ready'], 'Try: recon list -ocsv --status=ready\n'],
  [['create', '--photo', './ana'], 'did you mean --photos?\n  Try: recon create --photos ./ana\n'],
  [['create', '--weigth', '70'], 'once this one is made: recon update last --weight 70\n'],
  [['update', '7', '--surname', 'Lopez'], 'Try: recon update 7 --name NAME (where NAME is the whole name)\n'],
  [['create', '--first-name=Ana', '--surname', 'Silva'], "Try: recon create --name 'Ana Silva'\n"],
  [['config', 'set', 'clinic', 'Clínica', 'São', 'José'], "Try: recon config set clinic 'Clínica São José'\n"],
  [['create', '--mobile', '1', '--phone', '2'], 'Try: recon create --help\n'],
  [['create', '--phot', 'x'], 'did you mean --photos?'],
  [['list', '1', '2'], 'recon show 1 2\n  Try: recon list --id 1 --id 2\n'],
  [
    ['photos', 'check', 'samples/ana/face'],
    'Try: recon photos check --type face --photos samples/ana/face (or --type mammo, --type body)\n',
  ],
  [
    ['photos', 'check', 'samples/ana/face', '--type', 'body', '--provider', '5', '--eye-distance', 'wide'],
    'Try: recon photos check --type body --photos samples/ana/face\n',
  ],
  [['patients', 'list', '--page'], 'the value of --page <n> is missing: which page'],
  [['download', '7', '--after'], 'the value of --after <number> is missing: an after-record, 1 for the first'],
  [['help', '99'], 'there is no help on "99"'],
  [['help', 'prices'], 'Try: recon help commands (for all that there is help on)'],
  [['help', 'screen', 'door'], 'there is no help on "screen door"'],
  [['nothing', '--help'], "unknown command 'nothing'"],
  [['patients', 'nothing', '-h'], "unknown command 'nothing'"],
  [['import', '--help'], 'Try: recon patients import --help\n'],
  [['export', '--help'], 'Try: recon patients export --help\n'],
  [['save', '5', '-h'], 'Try: recon patients export --help\n'],
  [['find', '--help'], 'Try: recon list --help\n'],
  [['add', 'maria', '--help'], 'Try: recon create --help\n'],
  [['account', '--help'], 'did you mean accounts?\n  Try: recon accounts --help\n'],
  [['patient', '--help'], 'did you mean patients?\n  Try: recon patients --help\n'],
  [['accounts', 'create'], "unknown command 'create'\n  Try: recon accounts add NAME\n"],
  [['accounts', 'create', '--help'], 'Try: recon accounts add --help\n'],
  [['accounts', 'new', 'dr', 'silva', '--under', 'main'], "Try: recon accounts add 'dr silva' --under main\n"],
  [['accounts', 'add', 'dr', 'silva', '--under', 'main'], "Try: recon accounts add 'dr silva' --under main\n"],
  [['account', 'add', 'bob'], 'did you mean accounts?\n  Try: recon accounts add bob\n'],
  [['quit'], 'each command ends by itself, so the window can be closed; to see what is left open: recon status'],
  [['phone', 'maria'], 'Try: recon show maria'],
  [['unaccept', 'rui'], "unknown command 'unaccept'\n  Try: recon accept --undo rui\n"],
  [['list', '--invited'], 'Try: recon list --status link-out\n'],
  [['patients', 'list', '--links', '--all'], 'Try: recon list --status link-out --all\n'],
  [['accounts', 'list', '--invited'], 'Try: recon accounts list --help\n'],
  [['users'], 'Try: recon accounts list\n'],
  [
    ['create', '--name', 'João Pires', '--phone', '21', '000', '00'],
    "Try: recon create --name 'João Pires' --phone '21 000 00'\n",
  ],
  [
    ['update', 'last', '--city', 'Vila', 'Nova', '--phone', '3'],
    "Try: recon update last --city 'Vila Nova' --phone 3\n",
  ],
  [['create', '--name', 'Ana', 'Silva', 'phone', '912'], "Try: recon create --name 'Ana Silva' --phone 912\n"],
  [['patients', 'create', 'extra'], "too many words after 'create': it takes none\n"],
  [['create', 'Ana', 'Silva', 'photos/ana'], "Try: recon create --name 'Ana Silva' --type TYPE --photos photos/ana\n"],
  [
    ['photos', 'check', 'samples/ben/face/front.jpg', 'samples/ben/face/left.jpg'],
    'Try: recon photos check samples/ben/face\n',
  ],
  [['photos', 'check', 'samples/ben/face/front.jpg', 'none.jpg'], 'Try: recon photos check --help\n'],
  [['create', 'Ana', 'test', '--type', 'face'], 'Try: recon create --type face --name Ana --photos test\n'],
  [['create', 'photos/ana', 'photos/b'], "Try: recon create --name 'photos/ana photos/b'\n"],
  [
    ['accounts', 'update', 'dr-silva', '--under', 'main'],
    'add another one there, under another name, and disable this one: recon accounts add NAME --under main\n',
  ],
  [['login', 'https://recon.example'], 'Try: recon login --base-url https://recon.example\n'],
  [['login', 'https://a:b@recon.example'], 'Try: recon login --help'],
  [['list', '--all', '--excel'], 'Try: recon list --all -o xlsx (with > FILE behind it, for a file)\n'],
  [['list', '-o', 'xlsx', '--to', 'pts.xlsx'], "'--to'\n  Try: recon list -o xlsx (with > pts.xlsx behind it)\n"],
  [['list', '--all', '--to=my list.csv'], "Try: recon list --all -o csv (with > 'my list.csv' behind it)\n"],
  [['audit', 'list', '--file', '--all', '-o', 'csv'], 'Try: recon audit list --all -o csv (with > FILE behind it)\n'],
  [['backup', 'list', '/mnt/b'], 'recon: backup has no command list\n  Try: recon backup verify /mnt/b --all'],
  [['backup', 'restore', '/mnt/b'], 'recon: backup has no command restore\n  Try: recon restore /mnt/b'],
  [['backup', '/mnt/b', 'phone', 'x'], "too many words after 'backup'"],
  [['list', 'ana', '--phone', '021 222'], "words after 'list' and --phone exclude each other"],
  [['patients', 'list', '7', '--name', ''], "words after 'list' and --name exclude each other"],
  [['patients', 'show', 'maria'], 'Try: recon show maria'],
  [['completion'], 'which shell is missing: bash, zsh, fish or powershell'],
  [['completion', 'powersell'], "'powersell' is no shell that is known; there are bash, zsh, fish, powershell"],
  [['accounts', 'tokens', 'revoke', 'dr-silva', 'front', 'desk'], 'at most 2; what has spaces goes into quotes'],
  [['patients', 'get'], 'missing required argument'],
  [['patients', 'list', '-o', 'xml'], 'Allowed choices are table, json'],
  [['patients', 'list', '--fields', ' , '], '--fields names no field'],
  [['patients', 'list', '--all', '--page', '2'], 'exclude each other'],
  [['patients', 'list', '--limit', '0'], '--limit'],
  [['patients', 'get', '1/../2'], 'id'],
  [['patients', 'create', '--sync', '--no-wait', '--name', 'x'], 'exclude each other'],
  [['patients', 'create'], 'nothing is given'],
  [['download', '7'], '--type'],
  [['wait', '7', '--type', 'nose'], 'nose'],
  [['help', 'nonsense'], 'nonsense'],
  [['patients', 'delete', '7'], '--yes'],
  [['transfer', '7', '9', '--to', '3'], '--yes'],
])('%j ends with 2, says why, and prints no answer', async (args, why) => {
  const { exitCode, stdout, stderr } = await recon(...args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^recon: /);
  expect(stderr).toContain(why);
});

test.each([
  [['list', '--token=SECRET1']],
  [['login', '--tokn', 'SECRET1']],
  [['list', '--nme', 'ana', '--password', 'SECRET1']],
  [['list', '--to', 'a.csv', '--password', 'SECRET1']],
  [['serve', '--databse', 'postgres://recon:SECRET1@db/recon']],
  [['list', '--nme', 'rcn_SECRET1_aB3dE5fG7hJ9']],
])('%j ends with the help, and repeats no value that may be a secret', async (args) => {
  const { exitCode, stderr } = await recon(...args);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(new RegExp(`unknown option '--\\w+'.*\n  Try: recon ${args[0]} --help\n`));
  expect(stderr).not.toContain('SECRET1');
});

test.each([['laptop'], ['SECRET1'], ['=SECRET1']])('audit list --token %s leads to --label', async (...value) => {
  const flag = value[0]!.startsWith('=') ? [`--token${value[0]}`] : ['--token', ...value];
  const { exitCode, stderr } = await recon('audit', 'list', ...flag);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('recon audit list --label LABEL');
  expect(stderr).not.toMatch(/SECRET1|laptop/);
});

test.each([
  ...['user add bob', 'users create bob', 'user new bob', 'adduser bob', 'useradd bob', 'add-user bob', 'add user bob'],
  ...[
    'create user bob',
    'patients create user bob',
    'add a new account bob',
    'account new bob',
    'accounts new user bob',
  ],
])('%s leads to the new account that was meant', async (typed) => {
  const { exitCode, stderr } = await recon(...typed.split(' '));
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^ {2}Try: recon accounts add bob$/m);
});

test.each([
  [['user', 'remove', 'bob'], 'accounts disable bob (an account is never deleted'],
  [['users', 'delete', 'bob'], 'accounts disable bob (an account is never deleted'],
  [['rm', 'user', 'bob'], 'accounts disable bob (an account is never deleted'],
  [['delete', 'a', 'user'], 'accounts disable NAME (an account is never deleted'],
  [['deluser', 'bob'], 'accounts disable bob (an account is never deleted'],
  [['userlist'], 'accounts list\n'],
  [['users', 'ls'], 'accounts list\n'],
  [['user', 'list'], 'accounts list\n'],
  [['staff', 'tokens', 'list', 'bob'], 'accounts tokens list bob\n'],
  [['user', 'add', 'bob', 'silva', '--quota', '5GB'], "accounts add 'bob silva' --quota 5GB\n"],
  [['user', 'add', '--help'], 'accounts add --help\n'],
  // These showed the main help.
  [['user', 'list', '--help'], 'accounts list --help\n'],
  [['users', 'list', '--help'], 'accounts list --help\n'],
  [['users', 'ls', '--help'], 'accounts list --help\n'],
  [['user', 'tokens', 'list', '--help'], 'accounts tokens list --help\n'],
  [['tokens', 'list', '--help'], 'accounts tokens list --help\n'],
  [['tokens', '--help'], 'accounts tokens --help\n'],
  [['account', 'list', '--help'], 'accounts list --help\n'],
])('%j leads to the command of accounts that was meant', async (args, line) => {
  const { exitCode, stderr } = await recon(...args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`Try: recon ${line}`);
});

test('the help on a word for accounts is that of accounts', async () => {
  const { stdout } = await recon('help', 'accounts');
  for (const word of ['user', 'users', 'staff']) expect((await recon('help', word)).stdout).toBe(stdout);
  expect((await recon('help', 'adduser')).stdout).toBe((await recon('help', 'accounts', 'add')).stdout);
});

const PASSWORDS =
  'Try: there are no passwords: an access token says who somebody is; to give it to recon: recon login (accounts tokens add, on the machine of the service, makes a new one)';

test.each([
  [['after', 'maria'], 'Try: recon after create maria'],
  [['excel'], 'Try: recon list -o xlsx (with > FILE.xlsx behind it)'],
  [
    ['list', '--all', '-o', 'excel'],
    'Try: the format for Excel is xlsx: recon list --all -o xlsx (with > FILE.xlsx behind it)',
  ],
  [
    ['audit', 'list', '--output=Excel'],
    'Try: the format for Excel is xlsx: recon audit list --output=xlsx (with > FILE.xlsx behind it)',
  ],
  [
    ['patients', 'export', '--to', 'usb', '-o', 'xls'],
    'Try: the format for Excel is xlsx: recon patients export --to usb -o xlsx',
  ],
  [['status', '-o', 'excel'], 'Try: recon status --help'],
  [['view', '2', '3'], 'Try: recon view 2 OTHER.zip (with the archive of the other patient)'],
  [['failed'], 'Try: recon list --status failed'],
  [['upload', 'x.jpg', '3'], 'and one who is there by: recon update 3 --type TYPE --photos FOLDER'],
  [['photos', 'add', '3'], 'and one who is there by: recon update 3 --type TYPE --photos FOLDER'],
  [['photos', '3'], 'and one who is there by: recon update 3 --type TYPE --photos FOLDER'],
  [['add', 'photos', 'to', 'joão'], "and one who is there by: recon update 'joão' --type TYPE --photos FOLDER"],
  [['remove', 'photos', 'maria'], 'other ones take their place by: recon update maria --type TYPE --photos FOLDER'],
  [['send', 'link', 'joão'], "Try: recon invite 'joão'"],
  [
    ['save', 'maria'],
    'Try: recon patients export --id maria --to FOLDER (or, for all patients, only --to and the folder)',
  ],
  [
    ['patients', 'export', 'maria'],
    'Try: recon patients export --id maria --to FOLDER (or, for all patients, only --to and the folder)',
  ],
  [['profiles'], 'Try: recon config profiles'],
  [['clinic', 'Flor'], 'Try: recon config set clinic Flor'],
  [['restart'], 'and is started again by: recon serve'],
  [['passwd', 'hunter2'], PASSWORDS],
  [['change', 'my', 'password'], PASSWORDS],
  [['whois', '913222111'], 'Try: recon list 913222111'],
  [['compare', 'maria'], 'Try: recon view maria --after 1 (before and after side by side)'],
  [
    ['compare', 'maria', 'silva', '--type', 'face'],
    "Try: recon view 'maria silva' --type face --after 1 (before and after side by side)",
  ],
  [['compare', '7', '--after', '2'], 'Try: recon view 7 --after 2 (before and after side by side)'],
  [['compare', 'before.zip', 'after.zip'], 'Try: recon view before.zip after.zip'],
  [['compare'], 'Try: recon view'],
  // No slip of a word that is known.
  [['sheet', 'ines'], 'Try: recon --help'],
  [['view', 'maria', 'silva'], "Try: recon view 'maria silva' (where that is one name)"],
  [['view', 'Maria', 'Lopez'], 'recon: too many words for one patient: what has spaces goes into quotes'],
  [['status', 'maria'], 'Try: recon show maria'],
  [['status', 'maria', 'silva'], "Try: recon show 'maria silva'"],
  [['config', 'path'], 'are named by: recon doctor'],
  [['find', 'maria', 'silva'], "Try: recon list --name 'maria silva'"],
  [['change', 'maria', '--phone', '+351 1'], "Try: recon update maria --phone '+351 1'"],
  [['patients', 'remove', '7'], 'Try: recon patients delete 7'],
  [['delete', 'maria'], 'Try: recon patients delete maria'],
  [['del', 'maria'], 'Try: recon patients delete maria'],
  [['make', 'patient', 'maria'], 'Try: recon create --name maria'],
  [['confirm', 'maria', '--type', 'face'], 'Try: recon accept maria --type face'],
  [['continue'], 'Try: recon resume'],
  [['whoami'], 'Try: recon status'],
  [['history'], 'Try: recon audit list'],
  [['history', '1'], 'Try: recon audit list --patient 1'],
  [['logs', 'today'], 'Try: recon audit list --since today'],
  [['logs', 'all'], 'Try: recon audit list'],
  [['history', 'maria', '--since', '7d'], 'Try: recon audit list --patient maria --since 7d'],
  [['audit', 'list', 'Maria', 'Silva'], "Try: recon audit list --patient 'Maria Silva'"],
  [['Maria'], 'Try: recon show Maria'],
  [['maria'], 'a patient of that name is shown by: recon show maria\n  Try: recon --help'],
  [['patients', 'Maria', 'Lopez'], "Try: recon show 'Maria Lopez'"],
  [['Maria', '--phone', '5'], 'Try: recon --help'],
  [['photos', 'Maria'], 'and one who is there by: recon update Maria --type TYPE --photos FOLDER'],
  [['reject', 'Maria'], 'Try: recon accept --undo Maria'],
  [['count', 'patients'], 'Try: recon status'],
  [['list', '--today', '--all'], 'Try: recon list --since today --all'],
  [['update', '--id', '1', '--phone', '5'], 'Try: recon update 1 --phone 5'],
  [['show', '--name=Maria Silva'], "Try: recon show 'Maria Silva'"],
  [['patients', 'delete', '--yes', '--id', '7'], 'Try: recon patients delete 7 --yes'],
  [['download', '--id'], 'Try: recon download --help'],
  [['audit', 'list', '7', '--all'], 'Try: recon audit list --patient 7 --all'],
  [['settings'], 'Try: recon config list'],
  [['search', 'maria'], 'Try: recon list --name maria'],
  [['rename', 'maria'], 'Try: recon update maria'],
  [['forget', 'names'], 'Try: recon help privacy'],
  [['import', 'office.xlsx'], 'Try: recon patients import office.xlsx'],
  [['patients', 'undelete', '7'], 'comes back from a backup of before is told by: recon restore --help'],
  [['delete', '--undo', '6'], 'comes back from a backup of before is told by: recon restore --help'],
  [['patients', 'delete', '--undo', '6'], 'comes back from a backup of before is told by: recon restore --help'],
  [['simulate', 'maria'], 'Try: recon view maria'],
  [['implants'], 'Try: recon view'],
  [['simulate', '--help'], 'Try: recon view --help'],
  [['create', '--wait', '--name', 'A'], 'by itself, unless --no-wait is given: recon create --name A'],
  [['create', '--yes', '--name', 'A'], 'a script is not: recon create --name A'],
  [['create', '--yes'], 'a script is not, and needs --name: recon create --name NAME'],
  [['create', '--data', 'a.json', '-y'], 'a script is not: recon create --data a.json'],
  [
    ['create', '--yes', '--name', 'A', '--type', 'mammo'],
    'needs --photos and --nipple-to-nipple: recon create --name A --type mammo --photos FOLDER --nipple-to-nipple CM',
  ],
  [
    ['patients', 'create', '--type=body', '--front=f.jpg', '--yes', '--name=A', '--hipline', '98'],
    'needs --left, --right and --back: recon create --type=body --front=f.jpg --name=A --hipline 98 --left FILE --right FILE --back FILE',
  ],
  [['signin', 'a-token'], 'Try: recon login'],
  [['create', 'maria', '--json'], '"hint":"recon create --json --name maria"'],
  [['photos', './ana', '--type', 'face'], 'Try: recon photos check ./ana --type face'],
  [['download', 'lukasz', 'model'], 'Try: recon download lukasz'],
  [['download', 'lukasz', 'face', 'model'], 'Try: recon download lukasz --type face'],
  [['download', '7', './for-surgeon', '--type', 'face'], 'Try: recon download 7 --type face --to ./for-surgeon'],
  [['find', '7'], 'Try: recon show 7'],
  [['search', '912345678'], 'Try: recon list 912345678'],
  [['serch', 'maria'], 'Try: recon list --name maria'],
  [['revoke', 'joao'], 'Try: recon invite --revoke joao'],
  [['merge', '3', '9'], 'two records cannot be joined; to delete the one that is not needed: recon patients delete ID'],
  ...[
    ['delete', '7', '--after', '1'],
    ['patients', 'delete', '7', '--after=1'],
    ['patients', 'delete', '7', '--type', 'face', '--after', '1'],
    ['after', 'remove', '7', '1'],
  ].map((args): [string[], string] => [
    args,
    'Try: no command deletes an after-record alone, and it goes with its patient; to make another one beside it: recon after create 7',
  ]),
  [['patients', 'delete', '--after', '1'], 'to make another one beside it: recon after create PATIENT'],
  [['stop'], 'Try: a service stops at Ctrl-C in the window where it runs; its process is named by: recon doctor'],
  [['set', 'clinic', 'Rosa'], 'Try: recon config set clinic Rosa'],
  [['set', 'surgeon.ana', '7'], 'Try: recon config set surgeon.ana 7'],
  [['set', 'maria'], 'Try: recon update maria (or config set KEY VALUE for a setting)'],
  [['invite', '021', '000', '0000', '--type', 'face'], "Try: recon invite '021 000 0000' --type face"],
  [['update', '+351', '21', '000', '0007', '--city', 'X'], "Try: recon update '+351 21 000 0007' --city X"],
  [
    ['invite', 'maria', 'silva', '--type', 'face'],
    "Try: recon invite 'maria silva' --type face (where that is one name; for several patients, one line each)",
  ],
  [
    ['download', 'maria', 'silva', 'face'],
    "Try: recon download 'maria silva' --type face (where that is one name; for several patients, one line each)",
  ],
  [
    ['patients', 'update', 'maria', 'silva', '--city', 'x'],
    "Try: recon update 'maria silva' --city x (where that is one name; for several patients, one line each)",
  ],
  [['invite', '7', 'face'], 'Try: recon invite 7 --type face'],
  [['patients', 'update', '5', 'phone', '123'], 'Try: recon update 5 --phone 123'],
  [['update', 'maria', 'phone', '123'], 'Try: recon update maria --phone 123'],
  [['patients', 'create', 'name', 'Maria Silva'], "Try: recon create --name 'Maria Silva'"],
  [['add', 'a', 'new', 'patient'], 'Try: recon create'],
  [['add', 'patient', 'maria', 'silva', 'phone', '123'], "Try: recon create --name 'maria silva' --phone 123"],
  [['new', 'patient', '--name', 'Maria'], 'Try: recon create --name Maria'],
  [['create', '--name', 'x', '--height', '170'], 'once this one is made: recon update last --height 170'],
  [
    ['create', '--height', '170', '--name', 'x', '--weight=70'],
    'once this one is made: recon update last --height 170 --weight 70',
  ],
  [['after', 'create', '7', '--height', '170'], 'recon update 7 --height 170'],
  [['list', '--failed', '--since', '7d'], 'recon list --status failed --since 7d'],
  [['after', 'create', '--height', '170'], 'recon update PATIENT --height 170'],
  [['patients', 'create', '--weight=70'], 'once this one is made: recon update last --weight 70'],
  [['accounts', 'grow', 'x'], 'Try: recon accounts --help'],
  [['tokens', 'list'], 'Try: recon accounts tokens list'],
  [['token'], 'Try: recon accounts tokens list'],
  [['tokens', 'revoke', 'desk', 'old'], 'Try: recon accounts tokens revoke desk old'],
  [['download', '5', '--out', 'usb.zip'], 'Try: recon download 5 --to usb.zip'],
  [['download', '5', '--file=usb.zip'], 'Try: recon download 5 --to usb.zip'],
  [['download', '5', '--dest', 'usb.zip'], 'Try: recon download 5 --to usb.zip'],
  [['view', 'Maria', '--after'], 'Try: recon view Maria --after 1 (before and after side by side)'],
  [['view', 'Maria', '--compare'], 'Try: recon view Maria --after 1 (before and after side by side)'],
  [
    ['view', 'Maria', '--compare', '2', '--no-open'],
    'Try: recon view Maria --after 2 --no-open (before and after side by side)',
  ],
  [
    ['view', 'Maria', '--compare', '--type', 'face'],
    'Try: recon view Maria --after 1 --type face (before and after side by side)',
  ],
  [['view', 'a.zip', '--compare', 'b.zip'], 'Try: recon view a.zip b.zip (before and after side by side)'],
  [['patients', 'export', '--out', 'usb'], 'Try: recon patients export --to usb'],
  [['export', '5', '--out', 'usb'], 'Try: recon patients export --id 5 --to usb'],
  [['export', '--out=usb', '--name', 'Ana'], 'Try: recon patients export --name Ana --to usb'],
  [
    ['export', 'maria', 'silva', '-o', 'usb'],
    "for several patients: recon patients export --id maria --id silva --to usb\n  Try: recon patients export --id 'maria silva' --to usb (where that is one name)",
  ],
  [
    ['patients', 'export', 'Maria', 'Ana', '--to', 'archive'],
    "for several patients: recon patients export --id Maria --id Ana --to archive\n  Try: recon patients export --id 'Maria Ana' --to archive (where that is one name)",
  ],
  [['export', '-o', 'xlsx', './usb'], 'Try: recon patients export -o xlsx --to ./usb'],
  [['save', '5', '--no-archives'], 'Try: recon patients export --id 5 --no-archives --to FOLDER'],
  [['patients', 'export', '5', '7', '--file', 'usb'], 'Try: recon patients export --id 5 --id 7 --to usb'],
  [['patients', 'export', '5'], 'Try: recon patients export --id 5 --to FOLDER'],
  [['patients', 'export', '5', '--to', 'usb'], 'Try: recon patients export --id 5 --to usb'],
  [
    ['download', '5', '-o', 'usb.zip'],
    'Try: -o is the form of the answer; to name the file: recon download 5 --to usb.zip',
  ],
  [
    ['patients', 'export', '--output=usb'],
    'Try: -o is the form of the answer; to name the folder: recon patients export --to usb',
  ],
  [['download', '5', '-o', 'jsn'], 'Try: recon download --help'],
  [['logout', 'a-token'], 'Try: recon logout --help'],
])('%j tells the line that was meant, whole', async (args, line) => {
  const { exitCode, stderr } = await recon(...args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${line}${line.startsWith('"') ? '' : '\n'}`);
  expect(stderr).not.toMatch(/did you mean|a-token/);
});

test.each([
  ['patients', 'list', '--json', '--nmae'],
  ['--json', 'patients', 'list', '--page', 'x'],
  ['patients', 'list', '-o', 'ndjson', '--page', 'x'],
  ['patients', 'list', '-o', 'csv', '--json'],
])('%j %j %j: an error is one JSON line', async (...args) => {
  const { stderr } = await recon(...args);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'usage', exit: 2, retryable: false });
});

test('global options count before and after the command; an option’s value is never taken for one', async () => {
  const before = await recon('--base-url', 'nonsense', 'patients', 'list');
  const after = await recon('patients', 'list', '--base-url', 'nonsense');
  expect(before).toEqual(after);
  const value = await recon('patients', 'create', '--address', '--json', '--type', 'nose');
  expect(value.stderr).toMatch(/^recon: /);
});

test('nothing configured: 4, and the two ways on', async () => {
  const { exitCode, stderr } = await recon('patients', 'list');
  expect(exitCode).toBe(4);
  expect(stderr).toContain('recon serve');
  expect(stderr).toContain('recon login --base-url URL');
});

test('the token leaves the environment that children and crash reports see', async () => {
  const { stand, finished } = start(['--version'], { RECON_TOKEN: 'rcn_secret' });
  await finished;
  expect('RECON_TOKEN' in stand.env).toBe(false);
});

test('an event loop that runs dry is no success', async () => {
  const { stand, finished } = startWaiting();
  await aMoment();
  stand.emit('beforeExit', 0);
  expect(await finished).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('stopped without result') });
});

test.each(['uncaughtException', 'unhandledRejection'])('an %s ends with 1 and without a stack', async (event) => {
  const { stand, finished } = startWaiting();
  await aMoment();
  stand.emit(event, new TypeError('x is not a function'));
  const { exitCode, stderr } = await finished;
  expect(exitCode).toBe(1);
  expect(stderr).toContain('x is not a function');
  expect(stderr).not.toContain('    at ');
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
])('%s ends with %i', async (signal, exit) => {
  const { stand, exits, finished } = startWaiting();
  await aMoment();
  stand.emit(signal);
  stand.stdin.end('{}');
  expect((await finished).exitCode).toBe(exit);
  expect(exits).toEqual([]);
});

test('every signal handler is given back', async () => {
  const { stand, finished } = start(['--version']);
  await finished;
  expect(stand.eventNames()).toEqual([]);
});

test('what photos a body needs stood in no help', async () => {
  const types = (await recon('help', 'types')).stdout;
  expect((await recon('help', 'body')).stdout).toBe(types);
  expect(types).toMatch(/^ +--provider body: the photos left, front, right, back; --hipline CM$/m);
  expect(types).toMatch(/^ +--provider head-hq: the photos left, front, right, 45° left, 45° right, from below; /m);
});
