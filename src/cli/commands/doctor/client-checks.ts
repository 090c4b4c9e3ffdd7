import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { type Check, type Finding, failing, missed, right, warning, wrong } from '../../../contract/finding.ts';
import { OF_NOBODY } from '../../../contract/page.ts';
import { type Client, patientsIn, publicUrlOf, routesOf, versionOf } from '../../../core/client.ts';
import { type Advice, hasCode, type ReconError, systemErrorCode } from '../../../errors.ts';
import { byteSizeText } from '../../../system/byte-size.ts';
import { shellLine } from '../../../system/line-text.ts';
import { nearestFolder } from '../../../system/private-folder.ts';
import type { Context } from '../../context.ts';
import { runningService } from '../service-places.ts';
import { certificateFindings, ofPhones } from './certificate-findings.ts';

/** Private copies of a few photos, and the journal. */
const LEAST_ROOM_BYTES = 100 * 2 ** 20;
const MOST_APART_MS = 5 * 60_000;
/** Who asks doctor wants to know soon that nothing answers. */
const PATIENCE_MS = 10_000;
/** Longer for the shortest list is told. */
const SLOW_MS = 2000;

/** What is asked of the service that commands of this user reach. */
export interface Question {
  /** Also to make a model. */
  withTrial: boolean;
  /** Also to read every file, which no service does for somebody elsewhere. */
  withFiles: boolean;
  /** Its data is on this machine and is looked at there. */
  isHere(): Promise<boolean>;
}

/** What commands of this user need: settings, room for the journal, a token that the service takes, and the way there. */
export const clientChecks = (question: Question): readonly Check<Context>[] => [
  { about: 'photos', look: photos },
  { about: 'settings', look: settings, isGround: true },
  { about: 'disk', look: disk },
  { about: 'copies of photos', look: copies },
  { about: 'open changes', look: openChanges },
  { about: 'journal', look: journal },
  { about: 'certificates', look: certificates, isGround: true },
  { about: 'token', look: token, isGround: true },
  { about: 'service', look: (context) => service(context, question) },
];

/** Photos are decoded by a part that is made for each kind of machine. */
async function photos(): Promise<Finding[]> {
  const { canDecode } = await import('../../../core/can-decode.ts');
  if (await canDecode()) return [right('photos', 'can be decoded')];
  return [wrong('photos', 'cannot be decoded: sharp is not there for this machine', 'npm install --global recon')];
}

async function settings(context: Context): Promise<Finding[]> {
  const configuration = await context.configuration();
  await configuration.settings();
  const { file } = configuration;
  return [right('settings', existsSync(file) ? `${file} can be read` : `nothing is set yet: ${file} is not there`)];
}

async function disk(context: Context): Promise<Finding[]> {
  const { stateFolder } = (await context.configuration()).paths;
  const folder = await nearestFolder(stateFolder);
  const why = await access(folder, constants.W_OK).then(
    () => undefined,
    (error: unknown) => (systemErrorCode(error) === 'EROFS' ? 'its disk can only be read' : 'this user may not'),
  );
  if (why !== undefined) {
    const fix = 'make it writable, or name another folder in XDG_STATE_HOME';
    return [wrong('disk', `${folder} cannot be written: ${why}`, fix)];
  }
  const { bavail, bsize } = await statfs(folder);
  const found = `${byteSizeText(bavail * bsize)} are free for journal and copies of photos`;
  if (bavail * bsize >= LEAST_ROOM_BYTES) return [right('disk', found)];
  const fix = `make room where ${stateFolder} lies: ${LEAST_ROOM_BYTES / 2 ** 20} MB should be free`;
  return [wrong('disk', found, fix)];
}

/** Of photos that were being sent; whoever has removed a patient may think that none is here. */
async function copies(context: Context): Promise<Finding[]> {
  const { leftIn } = await import('../../../core/scratch.ts');
  const left = await leftIn(await context.scratchFolder());
  if (left.length === 0) return [right('copies of photos', 'no command that was killed has left any')];
  const found = 'a command that was killed has left copies of photos on this computer';
  const fix = 'remove them; the next command that sends photos does so too';
  return [wrong('copies of photos', found, fix, shellLine('rm', '-r', ...left))];
}

async function openChanges(context: Context): Promise<Finding[]> {
  const places = await (await context.leftOpen()).list();
  const count = places.reduce((sum, { changes, imports }) => sum + changes.length + imports.length, 0);
  if (count === 0) return [right('open changes', 'none')];
  return [wrong('open changes', `${count} ${count === 1 ? 'is' : 'are'} open`, { command: ['resume'] })];
}

async function journal(context: Context): Promise<Finding[]> {
  const damaged = await (await context.leftOpen()).damaged();
  if (damaged.length === 0) return [right('journal', 'can be read')];
  const open = 'a change that was open may be unknown now: look at the service for what was changed last';
  return damaged.map((path) =>
    wrong('journal', `${path} has lines that cannot be read`, open, `then move ${path} away`),
  );
}

/** Those that this machine trusts beside Node's own, where somebody has named some. */
async function certificates({ environment, settings }: Context): Promise<Finding[]> {
  const { caFile } = await settings();
  // No command reaches a service with a file that cannot be used.
  if (caFile !== undefined) (await import('../../trust-file.ts')).trustFile(caFile, environment);
  const { extraCerts } = await import('../../../system/extra-certs.ts');
  return extraCerts(environment, caFile).map(({ name, path, fault, lack }) => {
    const why = fault ?? lack;
    if (why === undefined) return right('certificates', `those in ${path} are trusted too (${name})`);
    const fix = `the right file in ${name}; or unset it, where the service is reached without it`;
    return wrong('certificates', `${name} names ${path}, which ${why}`, fix);
  });
}

async function token(context: Context): Promise<Finding[]> {
  const { connection, hasKeyring } = await context.configuration();
  const { from } = await connection();
  if (from.isOpen) return [wrong('token', `others can read ${from.path}`, `chmod 600 ${from.path}`)];
  if (from.kind !== 'file') return [right('token', `is in ${from.where}`)];
  // As a login has offered it there.
  if (!(await hasKeyring())) return [right('token', `is in a plain file, ${from.where}: no keyring answers here`)];
  const fix = { command: ['login'], because: 'which keeps it in the keyring' };
  return [wrong('token', `it lies in a plain file, ${from.where}, though a keyring is there`, fix)];
}

const ASK_TO_ENABLE =
  'the account was disabled: ask whoever runs the service to enable it; another token of it does not work either';

/** Of a disabled account the refusal itself says whom to ask, and has no advice beside it. */
function tokenRefused(refusal: ReconError): Finding {
  const saysAll = refusal.hint === undefined && refusal.details.length === 0;
  return saysAll ? wrong('token', refusal.message, ASK_TO_ENABLE) : failing('token', refusal);
}

/** The way there, the token, and the clock, by one request that shows nothing; then what the service finds itself. */
async function service(context: Context, question: Question): Promise<Finding[]> {
  const connection = await (await context.configuration()).connection();
  const { baseUrl } = connection;
  const limit = (await context.settings()).timeoutMs?.value ?? PATIENCE_MS;
  const hasty = await context.clientFor(connection, { timeoutMs: limit, mostTries: 1 });
  const asked = context.clock.monotonic();
  const list = (query: string) =>
    hasty.call({ method: 'GET', path: `/patients?${query}` }).catch(async (error) => {
      throw isHanging(error) ? await silent(error, question, context) : error;
    });
  const ofNobody = await list(String(new URLSearchParams([...OF_NOBODY])));
  const { answer, refusal } = hasCode(ofNobody.refusal, 'refused') ? await list('per_page=1') : ofNobody;
  const tookMs = context.clock.monotonic() - asked;
  const certificate = await hasty.certificate();
  const { now } = context.clock;
  const beside = [...clock(answer.headers['date'], now()), ...certificateFindings(certificate, now())];
  if (refusal !== undefined && isOfToken(refusal)) {
    return [right('service', `${baseUrl} answers`), tokenRefused(refusal), ...beside];
  }
  if (refusal !== undefined) return [failing('service', refusal), ...beside];
  // A login page answers 200 to whoever asks.
  const strange = refusalOf(() => patientsIn(answer));
  if (strange !== undefined) return [failing('service', strange), ...beside];
  const slowly = tookMs < SLOW_MS ? '' : ` after ${(tookMs / 1000).toFixed(1)} s, which is slow`;
  const ofService = right('service', `${baseUrl} answers${slowly}, and takes the token`);
  beside.push(...versions(versionOf(answer), context.packageInfo().version));
  if (await question.isHere()) return [ofService, ...beside];
  // What follows is told by a service that is asked, too.
  const phones = ofPhones(certificate, baseUrl, publicUrlOf(answer));
  if (!routesOf(answer).has('doctor'))
    return [ofService, ...beside, ...phones, ...notAsked(question, 'this service has no way to ask for it')];
  // A refusal would stand in the audit beside true ones.
  const { account } = patientsIn(answer);
  if (account !== undefined && account.scope !== 'admin')
    return [ofService, ...beside, ...phones, ...needsAdmin(question)];
  return [ofService, ...beside, ...(await insideOf(await context.clientFor(connection), question))];
}

/** It took the request, and said nothing: the usual advice then is doctor. */
const isHanging = (error: unknown): error is ReconError =>
  hasCode(error, 'timeout') && typeof error.hint === 'object' && error.hint.command[0] === 'doctor';

/** Doctor cannot advise itself, and to wait longer does not help where a service hangs. */
async function silent(error: ReconError, { isHere }: Question, context: Context): Promise<ReconError> {
  const details = ['where it is only slow: the same command with a longer --timeout'];
  if (!(await isHere())) {
    const because = `${OF_ITS_FOLDER}; where it hangs, stop the service and start it again`;
    return error.with({ hint: { ...onItsMachine('on the machine of the service'), because }, details });
  }
  const pid = (await runningService({}, context))?.pid;
  const before = `it hangs: end its process${pid === undefined ? '' : ` (kill -9 ${pid})`}, and then`;
  return error.with({ hint: { before, command: ['serve'], because: 'as it was started before' }, details });
}

const OF_ITS_FOLDER = 'with --data DIR where it is not the usual folder';

const onItsMachine = (before: string, ...flags: string[]): Advice => ({
  ...{ before, command: ['doctor', ...flags], because: OF_ITS_FOLDER },
  isElsewhere: true,
});

function refusalOf(read: () => unknown): unknown {
  try {
    read();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What a flag asked for. */
const notAsked = ({ withTrial, withFiles }: Question, why: string): Finding[] => [
  ...(withTrial ? [missed('service generation', `not tried: ${why}`)] : []),
  ...(withFiles ? [NOT_READ_FROM_HERE] : []),
];

const NOT_READ_FROM_HERE = missed(
  'service files',
  'not looked at: --files reads them only where recon runs on the machine of the service',
  onItsMachine('on that machine', '--files'),
);

const KEEPER_LOOKS = 'a front desk needs no such token; whoever keeps the service looks on its machine';

function needsAdmin(question: Question): Finding[] {
  const why = 'that needs a token of the scope admin';
  const look = onItsMachine(KEEPER_LOOKS, ...(question.withTrial ? ['--trial'] : []));
  return [missed('service inside', `not looked at: ${why}`, look), ...notAsked(question, why)];
}

async function insideOf(client: Client, question: Question): Promise<Finding[]> {
  const { withTrial, withFiles } = question;
  const findings = await client.askDoctor({ withTrial }).catch((error: unknown) => {
    if (hasCode(error, 'forbidden')) return undefined;
    throw error;
  });
  if (findings === undefined) return needsAdmin(question);
  const told = findings.map(({ about, state, found, fix }) => {
    // Over the network only a trial can be asked for, so nothing else was missed.
    if (state === 'skipped') return missed(`service ${about}`, found);
    if (state === 'warning') return warning(`service ${about}`, found, fix);
    return state === 'ok' ? right(`service ${about}`, found) : wrong(`service ${about}`, found, fix);
  });
  return withFiles ? [...told, NOT_READ_FROM_HERE] : told;
}

const isOfToken = (refusal: ReconError) => hasCode(refusal, 'not_logged_in') || hasCode(refusal, 'forbidden');

/** Two versions work together; what came between them only one of them can do. */
function versions(theirs: string | undefined, ours: string): Finding[] {
  if (theirs === undefined) return [];
  const [minor, ownMinor] = [theirs, ours].map((version) => version.split('.', 2).join('.'));
  if (minor === ownMinor) return [right('version', `the service is recon ${theirs}`)];
  const found = `the service is recon ${theirs}, and this is recon ${ours}: what is new in one of them may be missing`;
  return [right('version', found)];
}

function clock(date: string | undefined, now: number): Finding[] {
  const aheadMs = now - Date.parse(String(date ?? ''));
  const apart = Math.abs(aheadMs);
  if (Number.isNaN(apart)) return [];
  if (apart <= MOST_APART_MS) return [right('clock', 'this computer and the service have the same time')];
  const found = `this machine is ${Math.round(apart / 60_000)} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} the service`;
  return [wrong('clock', found, 'set the clock of this machine, or that of the service')];
}
