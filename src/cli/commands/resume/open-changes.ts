import type { OpenChange, OpenPlace } from '../../../core/changes/left-open.ts';
import { type Line, ReconError } from '../../../errors.ts';
import { parseUrl } from '../../../system/base-url.ts';
import type { Context, Settings } from '../../context.ts';

export type OpenImport = OpenPlace['imports'][number];

/** `the new patient Ana Sample`, `the update of patient 7`. */
export function whatItIs({ deed, patient, name }: OpenChange): string {
  if (deed === 'create') return name === undefined ? 'the new patient' : `the new patient ${name}`;
  return `the ${WORDS[deed]} of patient ${patient}`;
}

const WORDS: Record<Exclude<OpenChange['deed'], 'create'>, string> = {
  update: 'update',
  accept: 'acceptance',
  after: 'after-record',
  delete: 'deletion',
  transfer: 'transfer',
  'give-back': 'giving back',
};

const STATE: Partial<Record<OpenChange['state'], string>> = {
  planned: 'not sent yet',
  sent: 'sent, no answer seen',
  lost: 'sent, no answer came',
  unknown: 'a person has to decide',
};

export const stateOf = ({ state }: OpenChange): string => STATE[state] ?? state;

export const whichImport = ({ path }: OpenImport): string =>
  path === undefined ? 'an import' : `the import of ${path}`;

/** Whether it is what a command without flags would reach. */
export const isInUse = ({ profile, service }: OpenPlace, settings: Settings): boolean =>
  profile === settings.profile.value && service === settings.baseUrl?.value;

/** Whether `--profile` or `--base-url` is typed. */
export const isNarrowed = ({ profile, baseUrl }: Settings): boolean =>
  profile.from === 'flag' || baseUrl?.from === 'flag';

/** The places that the typed flags name; all of them where none is typed. */
export const narrowed = (places: readonly OpenPlace[], { profile, baseUrl }: Settings): OpenPlace[] =>
  places.filter(
    (place) =>
      (profile.from !== 'flag' || place.profile === profile.value) &&
      (baseUrl?.from !== 'flag' || place.service === baseUrl.value),
  );

/** The command that settles what is open at a place, whatever service is in use. */
export const resumeAt = ({ profile, service }: OpenPlace, ...more: string[]): string[] =>
  ['resume', '--profile', profile, '--base-url', service].concat(more);

/**
 * Whether a place is an earlier address of the service in use. A token is made of random bytes, so where the profile has
 * the one with which all of it was begun, its service has moved. An address that is typed or of the environment may be
 * that of a rehearsal, which knows the tokens of its backup.
 */
export async function movedHere(
  places: readonly OpenPlace[],
  context: Context,
): Promise<(place: OpenPlace) => boolean> {
  const settings = await context.settings();
  const isOfProfile = places.some((place) => place.profile === settings.profile.value && !isInUse(place, settings));
  if (!isOfProfile || settings.baseUrl?.from !== 'profile') return () => false;
  const connection = await context.connection().catch((error: unknown) => {
    if (error instanceof ReconError && !error.isStop) return undefined;
    throw error;
  });
  // A login by OAuth names the person, who may be known to another service too.
  if (connection === undefined || connection.grant !== undefined) return () => false;
  const own = await (await context.leftOpen()).accountOf(connection.holder);
  return ({ profile, service, accounts }) =>
    profile === connection.profile && service !== connection.baseUrl && accounts.size === 1 && accounts.has(own);
}

export const countOf = ({ changes, imports }: OpenPlace): number => changes.length + imports.length;

/** `one change is`, `3 changes are` */
export const changesAre = (count: number): string => (count === 1 ? 'one change is' : `${count} changes are`);

/** The line for what is open at the service in use. */
export const toResume = (count: number): Line => ({ before: `${changesAre(count)} open`, command: ['resume'] });

/** Counts what earlier runs left open at the service in use; what begins later has a terminal that tells of it. */
export async function countLeftOpen(context: Context): Promise<() => Promise<number>> {
  const settings = await context.settings();
  const left = await context.leftOpen();
  // A list is shown also where the journal cannot be read, which `recon status` tells.
  const now = async () =>
    (await left.list().catch(() => []))
      .filter((place) => isInUse(place, settings))
      .flatMap(({ changes, imports }) => [...changes.map(({ entry }) => entry), ...imports.map(({ batch }) => batch)]);
  const before = new Set(await now());
  return async () => (before.size === 0 ? 0 : (await now()).filter((one) => before.has(one)).length);
}

/** Tells of changes that the service in use cannot settle, so that nobody forgets them. */
export async function tellElsewhere(places: readonly OpenPlace[], context: Context): Promise<void> {
  const isGone = await goneProfiles(context);
  const hasNoToken = await otherAddresses(context);
  const isMoved = await movedHere(places, context);
  for (const place of places) {
    const count = countOf(place);
    const them = count === 1 ? 'it' : 'them';
    const before = `${changesAre(count)} open elsewhere`;
    if (isMoved(place)) {
      const moved = `${changesAre(count)} open, begun when the service was at ${place.service}`;
      context.streams.note({ before: moved, command: ['resume'], because: `which goes on with ${them} here` });
    } else if (isGone(place)) {
      const command = ['login', '--profile', place.profile, '--base-url', place.service];
      const because = `then resume; resume --forget --base-url ${place.service} drops ${them} without a login`;
      context.streams.note({
        before: `${before}, of a profile that is forgotten; to settle ${them}`,
        command,
        because,
      });
    } else {
      const token = hasNoToken(place) ? 'with the token that was used, such as RECON_TOKEN_FILE=FILE before it; ' : '';
      const because = `${token}or with --forget, which drops ${them}`;
      context.streams.note({ before, command: resumeAt(place), because });
    }
  }
}

/** Whether a place is of a profile that was forgotten: `--profile` with its name is refused. */
export async function goneProfiles(context: Context): Promise<(place: OpenPlace) => boolean> {
  const { typableProfiles } = await context.configuration();
  const names = await typableProfiles();
  return ({ profile }) => !names.has(profile);
}

/** Whether the profile of a place is of another address now: its token is sent only there. */
async function otherAddresses(context: Context): Promise<(place: OpenPlace) => boolean> {
  const { profiles } = await context.configuration();
  const origins = new Map((await profiles()).map(({ name, baseUrl = '' }) => [name, parseUrl(baseUrl)?.origin]));
  return ({ profile, service }) => {
    const own = origins.get(profile);
    return own !== undefined && own !== parseUrl(service)?.origin;
  };
}
