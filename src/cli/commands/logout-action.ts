import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ReconError } from '../../errors.ts';
import type { Grant } from '../../system/grant.ts';
import { lineText } from '../../system/line-text.ts';
import type { Context } from '../context.ts';
import { serveFlagsOf } from '../typed-flags.ts';
import { changesAre, countOf, resumeAt } from './resume/open-changes.ts';

export async function logOut({ forget = false }: { forget?: boolean }, context: Context): Promise<void> {
  const { configuration, environment, globals, streams } = context;
  const { settings, requireProfile, forgetLogin, forgetProfile, profiles, paths } = await configuration();
  await requireProfile();
  const { profile: own, baseUrl } = await settings();
  const mayForget = !forget || (await agreesToForget(own.value, context));
  if (globals().dryRun) return streams.say(`Would forget ${forget ? '' : 'the token of '}profile ${own.value}`);
  if (!mayForget) throw new ReconError('interrupted', 'nothing was done');
  const { profile, places, grant } = await forgetLogin();
  for (const { kind, where } of places) {
    if (kind !== 'service') {
      streams.say(`Logged out of profile ${profile}: the token is gone from ${where}.`);
      continue;
    }
    streams.say(`Logged out of profile ${profile}; the service on this machine keeps its own token in ${where}.`);
    const again = serveFlagsOf({ baseUrl: baseUrl?.value, folder: dirname(where) }, paths.serviceFolder);
    streams.say({ before: 'to log in again, stop that service and start it', command: ['serve', ...again] });
  }
  if (forget) {
    const isDefault = (await profiles()).some((one) => one.name === profile && one.isDefault);
    const ofProfile = (await profiles()).find(({ name }) => name === profile)?.baseUrl;
    await forgetProfile(profile);
    streams.say(`Profile ${profile} is forgotten.`);
    await forgetNotes(profile, [ofProfile, baseUrl?.value], context);
    const [other, ...more] = (await profiles()).map(({ name }) => name);
    if (isDefault && other !== undefined) {
      const left = [other, ...more].join(', ');
      const before = `No profile is in use now; there ${more.length === 0 ? 'is' : 'are'} ${left}. To use one`;
      streams.say({ before, command: ['config', 'set', 'profile', other] });
    }
  } else if (places.length === 0) streams.say(`Profile ${profile} has no token here; nothing to do.`);
  const name = ['RECON_TOKEN_FILE', 'RECON_TOKEN'].find((one) => environment[one]);
  if (name !== undefined) streams.warn(`${name} is still set, and commands go on using it`);
  if (grant !== undefined) await endAtIssuer(grant, context);
}

/** Tells what is open with the profile, which nothing settles once it is gone; asks where there is somebody to ask. */
async function agreesToForget(profile: string, context: Context): Promise<boolean> {
  const open = (await (await context.leftOpen()).list()).filter((place) => place.profile === profile);
  if (open.length === 0) return true;
  for (const place of open) {
    context.streams.warn(`${changesAre(countOf(place))} open at ${place.service}, and can only be dropped without it`);
    context.streams.say({ before: 'to settle what is open first', command: resumeAt(place) });
  }
  if (context.globals().dryRun || !context.mayAsk()) return true;
  return await (await context.prompt()).confirm(`Forget profile ${profile} all the same?`);
}

/** Removes what is kept here of the profile: names for Tab, what was changed and how it ended, and `KEPT_FOLDERS`. */
async function forgetNotes(profile: string, known: readonly (string | undefined)[], context: Context): Promise<void> {
  const { paths, removeNames } = await context.configuration();
  const [{ forgetJournal, servicesInJournals }, { forgetKept, KEPT_FOLDERS }] = await Promise.all([
    import('../../core/journal/forget-journal.ts'),
    import('../../core/kept-place.ts'),
  ]);
  const folderOf = (name: string) => join(paths.stateFolder, name);
  if (!existsSync(paths.stateFolder)) return;
  const { removeLeft } = await import('../../core/scratch.ts');
  if ((await removeLeft(await context.scratchFolder())) > 0) {
    context.streams.say('Copies of photos that a killed command had left here are removed.');
  }
  const inJournals = await servicesInJournals(folderOf('journal'), profile);
  for (const service of new Set([...inJournals, ...known.filter((one) => one !== undefined)])) {
    const scope = { profile, service };
    await removeNames(scope);
    for (const name of KEPT_FOLDERS) await forgetKept({ folder: folderOf(name), scope });
    if (!existsSync(folderOf('journal')) || !(await forgetJournal(folderOf('journal'), scope))) continue;
    context.streams.warn(`changes to ${service} are still open, so they stay on this computer`);
    // With the profile, which is gone, the command would be refused: the line has no flags of this one.
    context.streams.say(lineText({ before: 'to see them, and how to drop them', command: ['resume', '--list'] }));
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
