import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenPlace } from '../../core/changes/left-open.ts';
import { type Advice, ReconError } from '../../errors.ts';
import type { Grant } from '../../system/grant.ts';
import { lineText } from '../../system/line-text.ts';
import type { Context } from '../context.ts';
import { tellShellHistory } from '../shell-history.ts';
import { drop } from './resume/forget.ts';
import { changesAre, countOf, resumeAt, whatItIs, whichImport } from './resume/open-changes.ts';

export async function logOut({ forget = false }: { forget?: boolean }, context: Context): Promise<void> {
  const { configuration, environment, globals, streams } = context;
  const { settings, requireProfile, forgetLogin, forgetProfile, profiles, otherLogins, hasKeyring } =
    await configuration();
  await requireProfile();
  const { profile: own, baseUrl, caFile } = await settings();
  const dropped = forget ? await agreeToForget(own.value, context) : [];
  if (globals().dryRun) return streams.say(`Would forget ${forget ? '' : 'the token of '}profile ${own.value}`);
  const { profile, places, grant, unsure, isAnswered } = await forgetLogin();
  const wasKept = places.some(({ kind }) => kind !== 'service');
  const told = new Map(places.map((place) => [`${place.kind} ${place.where}`, place]));
  for (const { kind, where } of told.values()) {
    if (kind !== 'service') {
      // One for each address that the profile had.
      const count = places.filter((place) => place.kind === kind && place.where === where).length;
      const gone = count === 1 ? 'the token is' : `its ${count} tokens are`;
      streams.say(`Logged out of profile ${profile}: ${gone} gone from ${where}.`);
      continue;
    }
    if (!existsSync(where)) {
      streams.say(`Logged out of profile ${profile}; the data of its service on this machine are not there any more.`);
      continue;
    }
    streams.say(`Logged out of profile ${profile}; the service on this machine keeps its own token in ${where}.`);
    // A line that starts it would need its flags: without those of a certificate it would be open to plain http.
    const insecure = (await hasKeyring()) ? [] : ['--insecure-storage'];
    const command = ['login', '--base-url', baseUrl?.value ?? 'URL', ...insecure];
    const again = 'to log in again, with the token in that file';
    if (!forget || caFile === undefined) {
      streams.say({ before: again, command });
      continue;
    }
    // The setting goes with the profile, and without it the certificate would not be trusted.
    const named = ['--profile', profile];
    streams.say({ before: again, command: ['config', 'set', 'ca-file', caFile.value, ...named] });
    streams.say({ before: 'and then', command: [...command, ...named] });
  }
  if (forget) {
    const isDefault = (await profiles()).some((one) => one.name === profile && one.isDefault);
    const ofProfile = (await profiles()).find(({ name }) => name === profile)?.baseUrl;
    await forgetProfile(profile);
    streams.say(`Profile ${profile} is forgotten.`);
    if (dropped.length > 0) await drop(dropped, context);
    await forgetNotes(profile, [ofProfile, baseUrl?.value], context);
    const ofAll = [await context.columnsFolder(), await context.reportsFolder()];
    streams.say(staysText(ofAll.some((folder) => existsSync(folder))));
    tellShellHistory(context);
    const rest = await profiles();
    const stays = rest.find((one) => one.isDefault);
    if (stays !== undefined) {
      const at = stays.baseUrl === undefined ? '' : `, at ${stays.baseUrl}`;
      streams.say(`Profile ${stays.name} is in use now${at}.`);
    }
    const [other, ...more] = rest.map(({ name }) => name);
    if (isDefault && other !== undefined) {
      const left = [other, ...more].join(', ');
      const before = `No profile is in use now; there ${more.length === 0 ? 'is' : 'are'} ${left}. To use one`;
      streams.say({ before, command: ['config', 'set', 'profile', other] });
    }
  } else if (places.length === 0 && unsure.length === 0) {
    const left = isAnswered
      ? '; nothing to do'
      : ', unless it is in the keyring of this computer, which did not answer';
    streams.say(`Profile ${profile} has no token here${left}.`);
  }
  const others = (await otherLogins(profile)).map((one) => `${one.name} (${one.baseUrl})`);
  if (others.length > 0) streams.say(`Still logged in on this computer: ${others.join(', ')}.`);
  const name = ['RECON_TOKEN_FILE', 'RECON_TOKEN'].find((one) => environment[one]);
  if (name !== undefined) streams.warn(`${name} is still set, and commands go on using it`);
  if (grant !== undefined) await endAtIssuer(grant, context);
  else if (wasKept) streams.say(GOES_ON);
  if (unsure.length > 0) throw keyringSilent(profile, unsure, forget);
}

/** With the profile, the addresses of its tokens are forgotten: only the keyring itself shows them then. */
const keyringSilent = (profile: string, origins: readonly string[], isForgotten: boolean) =>
  new ReconError(
    'storage',
    `the keyring of this computer did not answer: a token of profile ${profile} for ${origins.join(' and ')} may still be in it`,
    {
      hint: isForgotten
        ? 'unlocking the keyring and removing there what is called recon'
        : 'unlocking the keyring, then the same command',
    },
  );

const staysText = (hasOfAll: boolean): Advice => {
  const ofAll = hasOfAll ? '; and of all profiles, titles of imported lists and checksums of reports' : '';
  const before = `Files that were saved stay, such as downloads, exports and reports${ofAll}; how they are taken away`;
  return { before, command: ['help', 'privacy'] };
};

/** Only where the service runs is a token ended. */
const GOES_ON: Advice = {
  before: 'The token itself is not ended by this: a copy of it goes on working. To end it, where the service runs',
  command: ['accounts', 'tokens', 'revoke', 'ACCOUNT', 'TOKEN'],
};

/**
 * Tells what is open with the profile and stays on this computer, names of patients and photos among it. A person is asked
 * whether to go on, and whether to drop it; nobody else's is dropped.
 * @returns what is to be dropped
 * @throws ReconError `declined` where the profile is to stay
 */
async function agreeToForget(profile: string, context: Context): Promise<OpenPlace[]> {
  const { streams } = context;
  const open = (await (await context.leftOpen()).listAll()).filter((place) => place.profile === profile);
  if (open.length === 0) return [];
  for (const place of open) {
    streams.warn(`${changesAre(countOf(place))} open at ${place.service}${openly(place, context)}`);
    streams.say({ before: 'to settle what is open first', command: resumeAt(place) });
  }
  if (context.globals().dryRun || !context.mayAsk()) return [];
  const { confirm } = await context.prompt();
  if (!(await confirm(`Forget profile ${profile} all the same?`))) throw new ReconError('declined', 'nothing was done');
  const isDropped = await confirm('Drop what is open too, with the names and photos in it? Otherwise it stays here.');
  return isDropped ? open : [];
}

/** What an open change holds; only a person is told the names. */
function openly(place: OpenPlace, { streams }: Context): string {
  const held = 'what it sends is kept on this computer, with names and photos of patients';
  if (!streams.stderrIsTty()) return `; ${held}`;
  const each = [...place.changes.map(whatItIs), ...place.imports.map(whichImport)];
  return ` (${each.join(', ')}); ${held}`;
}

/** Removes what is kept here of the profile: names for Tab, what was changed and how it ended, and `KEPT_FOLDERS`. */
async function forgetNotes(profile: string, known: readonly (string | undefined)[], context: Context): Promise<void> {
  const { paths, removeNames } = await context.configuration();
  const [{ forgetJournal, servicesInJournals }, { forgetKept, KEPT_FOLDERS }, { atAnyAddress }] = await Promise.all([
    import('../../core/journal/forget-journal.ts'),
    import('../../core/kept-place.ts'),
    import('../../core/seen-times.ts'),
  ]);
  const folderOf = (name: string) => join(paths.stateFolder, name);
  if (!existsSync(paths.stateFolder)) return;
  const { removeLeft } = await import('../../core/scratch.ts');
  if ((await removeLeft(await context.scratchFolder())) > 0) {
    context.streams.say('Copies of photos that a killed command had left here are removed.');
  }
  await forgetKept({ folder: folderOf('times'), scope: atAnyAddress(profile) });
  const inJournals = await servicesInJournals(folderOf('journal'), profile);
  for (const service of new Set([...inJournals, ...known.filter((one) => one !== undefined)])) {
    const scope = { profile, service };
    await removeNames(scope);
    for (const name of KEPT_FOLDERS) await forgetKept({ folder: folderOf(name), scope });
    if (!existsSync(folderOf('journal')) || !(await forgetJournal(folderOf('journal'), scope))) continue;
    const stays = 'so they stay on this computer, with the names of patients and the photos in them';
    context.streams.warn(`changes to ${service} are still open, ${stays}`);
    // With the profile, which is gone, the command would be refused: the line has no flags of this one.
    const command = ['resume', '--forget', '--base-url', service];
    context.streams.say(lineText({ before: 'to drop them', command, because: 'or resume --list, to see them' }));
  }
}

/** The last step: whatever the issuer answers, the tokens are gone from this machine. */
async function endAtIssuer(grant: Grant, { streams, withoutToken }: Context): Promise<void> {
  const { revokeGrant } = await import('../../core/oauth/kept-grant.ts');
  const isRevoked = await revokeGrant(grant, await withoutToken()).catch((error: unknown) => {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    throw error.with({
      message: `the token is gone from this computer, but ${grant.issuer} has not ended it: ${error.message}`,
      hint: 'ending the login on the page of that issuer, where others may have the token',
    });
  });
  streams.say(
    isRevoked
      ? `${grant.issuer} has ended the login.`
      : `${grant.issuer} has no way to end a login; what was given out holds until it runs out.`,
  );
}
