import type { OpenPlace } from '../../../core/changes/left-open.ts';
import type { Context } from '../../context.ts';
import { printableJson } from '../../output/printable.ts';
import { printList } from '../print-list.ts';
import { isInUse, narrowed, stateOf, tellElsewhere, whatItIs, whichImport } from './open-changes.ts';

/** Shows the open changes of every service, or of the one that is typed; names each service but the one in use. */
export async function showOpen(all: readonly OpenPlace[], context: Context): Promise<void> {
  const { streams } = context;
  const settings = await context.settings();
  const places = narrowed(all, settings);
  const elsewhere = all.filter((place) => !isInUse(place, settings));
  await tellElsewhere(elsewhere, context);
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') return await context.writeJson(openJson(places, format));
  if (places.length === 0) return streams.say('nothing is open here');
  const records = places.flatMap((place) => {
    const service = elsewhere.includes(place) ? `${place.service} (profile ${place.profile})` : '';
    return [
      ...place.changes.map((one) => {
        const facts = { begun: isoTime(one.at), what: whatItIs(one), state: stateOf(one) };
        return { name: one.entry, ...facts, service };
      }),
      ...place.imports.map((one) => {
        const facts = { begun: '', what: whichImport(one), state: 'not finished' };
        return { name: one.batch, ...facts, service };
      }),
    ];
  });
  // A person looks for a patient; a script cuts the name of the change off.
  const isForPerson = format === 'table' && streams.stdoutIsTty();
  const columns = isForPerson ? ['what', 'state', 'begun', 'name'] : ['name', 'begun', 'what', 'state'];
  if (elsewhere.some((place) => places.includes(place))) columns.push('service');
  await printList({ name: 'open', columns, records, times: ['begun'] }, context);
}

const isoTime = (at: number) => new Date(at).toISOString();

function openJson(places: readonly OpenPlace[], format: 'json' | 'ndjson'): string {
  const open = places.flatMap(({ profile, service, changes }) =>
    changes.map((one) => ({ ...one, at: isoTime(one.at), profile, service })),
  );
  const imports = places.flatMap(({ profile, service, imports }) =>
    imports.map((one) => ({ ...one, profile, service })),
  );
  const records = format === 'json' ? [{ open, imports }] : [...open, ...imports];
  return records.map((record) => `${printableJson(JSON.stringify(record))}\n`).join('');
}
