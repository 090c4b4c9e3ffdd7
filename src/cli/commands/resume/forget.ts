import type { OpenPlace } from '../../../core/changes/left-open.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { needsYes } from '../../needs-yes.ts';
import { changesAre, countOf, isNarrowed, narrowed, stateOf, whatItIs, whichImport } from './open-changes.ts';

/** Drops one change or import, wherever it is; no service is asked. */
export async function forget(place: OpenPlace, entry: string, { leftOpen, streams }: Context): Promise<void> {
  const left = await leftOpen();
  const batch = place.imports.find((one) => one.batch === entry);
  if (batch === undefined) {
    const change = place.changes.find((one) => one.entry === entry);
    await left.forget(place, entry);
    const sent =
      change?.state === 'planned' ? 'nothing of it was sent' : 'what was sent of it, if anything, stays on the service';
    return streams.say(`${entry} is dropped; ${sent}`);
  }
  await left.forgetImport(place, entry);
  streams.say(`${whichImport(batch)} is dropped; the patients it has made stay`);
}

/**
 * Drops all that is open at the service or with the profile that is typed: one that is gone for good settles nothing.
 * @throws ReconError `usage` where neither is typed, or where there is nobody to ask and no `--yes`
 */
export async function forgetAll(all: readonly OpenPlace[], yes: boolean, context: Context): Promise<void> {
  const settings = await context.settings();
  if (!isNarrowed(settings)) throw needsName();
  const places = narrowed(all, settings);
  const count = countAt(places);
  if (count === 0) return context.streams.say('nothing is open there');
  if (!yes) await confirm(places, count, context);
  await drop(places, context);
}

/** Drops all that is open at these places; no service is asked. */
export async function drop(
  places: readonly OpenPlace[],
  { leftOpen, streams }: Pick<Context, 'leftOpen' | 'streams'>,
): Promise<void> {
  const left = await leftOpen();
  for (const place of places) {
    for (const { entry } of place.changes) await left.forget(place, entry);
    for (const { batch } of place.imports) await left.forgetImport(place, batch);
  }
  streams.say(`${changesAre(countAt(places))} dropped; what was sent stays on the service`);
}

const countAt = (places: readonly OpenPlace[]) => places.reduce((sum, place) => sum + countOf(place), 0);

async function confirm(places: readonly OpenPlace[], count: number, context: Context): Promise<void> {
  if (!context.mayAsk()) {
    const what = count === 1 ? 'an open change' : `${count} open changes`;
    throw needsYes(`drop ${what}`);
  }
  for (const { service, changes, imports } of places) {
    for (const one of changes) {
      context.streams.note(`would drop ${one.entry}, ${whatItIs(one)} (${stateOf(one)}), at ${service}`);
    }
    for (const one of imports) context.streams.note(`would drop ${whichImport(one)}, at ${service}`);
  }
  const question = count === 1 ? 'Drop it?' : `Drop all ${count}?`;
  if (!(await (await context.prompt()).confirm(question))) throw new ReconError('declined', 'nothing was done');
}

const needsName = () =>
  new ReconError('usage', '--forget needs the name of an open change', {
    details: [
      { before: 'all of one service, such as one that is gone', command: ['resume', '--forget', '--base-url', 'URL'] },
    ],
    hint: { command: ['resume', '--list'] },
  });
