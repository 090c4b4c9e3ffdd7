import { letsOthersRead } from '../../../system/lets-others-read.ts';
import { wholeTimeText } from '../../../system/local-time.ts';
import type { Context } from '../../context.ts';
import { printFacts } from '../print-list.ts';
import { type PlaceOptions, runningService } from '../service-places.ts';
import { isoTime } from './records.ts';

interface NewToken {
  /** As in "The access token of dr-silva works until it is revoked, and is shown only now". */
  subject: string;
  ofWhom: { name: string; label?: string };
  made: { token: string; expiresAt: number | null };
}

/**
 * A new token: alone, so that a shell can keep it as it comes; in JSON with whose it is and until when. Where it goes to
 * a file, that is said, and whether others can read it there.
 */
export async function printToken({ subject, ofWhom, made }: NewToken, context: Context): Promise<void> {
  const { streams } = context;
  const file = streams.stdoutFile();
  const end = made.expiresAt === null ? 'it is revoked' : wholeTimeText(made.expiresAt);
  streams.say(`${subject} works until ${end}, and is ${file === undefined ? 'shown only now:' : IN_FILE}`);
  await write({ ...ofWhom, ...made }, context);
  if (file !== undefined && letsOthersRead(file)) streams.warn(OPEN_FILE);
}

const IN_FILE = 'in the file that the output goes to; it is shown nowhere again';
const OPEN_FILE = 'others on this computer can read that file, and with it use the token; chmod 600 closes it';

async function write(
  { token, expiresAt, ...ofWhom }: NewToken['ofWhom'] & NewToken['made'],
  context: Context,
): Promise<void> {
  const format = await context.outputFormat();
  if (format !== 'json' && format !== 'ndjson') return await context.streams.answer(token);
  const named = Object.entries({ ...ofWhom, token }).map(([name, value]) => ({ name, value }));
  const expires = isoTime(expiresAt);
  await printFacts([...named, { name: 'expires', value: expires ?? 'never', exact: expires }], context);
}

/**
 * With the address of the service as other computers see it, where it runs and they see it. A login without a profile
 * would take the place of the one that is there, and its patients would seem to be gone.
 */
export async function sayWhereToLogIn(
  options: PlaceOptions,
  context: Context,
  { account, isNew = false }: { account: string; isNew?: boolean },
): Promise<void> {
  const running = await runningService(options, context);
  const profile = ['--profile', profileFor(account)];
  const loginAt = (url: string, because: string, isOwnProfile = isNew) =>
    context.sayNext({ command: ['login', ...(isOwnProfile ? profile : []), '--base-url', url], because });
  const there = `on the computer that will use the token${isNew ? '' : `; with ${profile.join(' ')} where it uses another account, too`}`;
  if (running === undefined) {
    const url = 'URL is the address for other computers that the start of the service shows';
    await loginAt('URL', `${there}; ${url}; where it shows none, ${FOR_OTHERS}`);
  } else if (running.others[0] === undefined) {
    const why = running.isUnnamed ? UNNAMED : `no other one reaches the service: for those, ${FOR_OTHERS}`;
    // Here the profile local is the one of the service itself.
    await loginAt(running.url, `on this computer; ${why}`, true);
  } else await loginAt(running.others[0], there);
}

/** A script has no keyring to log in with. */
export async function sayForScripts(options: PlaceOptions, context: Context): Promise<void> {
  const { streams } = context;
  if (!streams.stderrIsTty()) return;
  const running = await runningService(options, context);
  const url = running?.others[0] ?? running?.url ?? 'URL';
  streams.say(
    `A script needs no login: with RECON_BASE_URL=${url} and RECON_TOKEN_FILE=FILE it uses the token in that file, which only its user may read.`,
  );
}

const LONGEST_PROFILE = 63;

/** A profile with the name of an account, as far as a profile may have that name. */
function profileFor(account: string): string {
  const plain = account.normalize('NFD').replace(/\p{M}+/gu, '');
  const name = plain.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, '');
  return name.slice(0, LONGEST_PROFILE) || 'NAME';
}

const FOR_OTHERS =
  'start it with --host, --tls-cert and --tls-key, or with a --public-url that they reach, not one of localhost';
const UNNAMED =
  'no other one reaches the service, as its certificate has no name of this computer: for those, start it with a certificate that has one (subjectAltName)';
