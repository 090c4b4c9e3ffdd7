import type { OpenChange, OpenPlace } from '../../../core/changes/left-open.ts';
import type { Context } from '../../context.ts';
import { localTime } from '../../output/local-time.ts';
import { printable, printableJson } from '../../output/printable.ts';
import { isInUse, narrowed, tellElsewhere } from './open-places.ts';
import { whatItIs } from './tell-finished.ts';

const STATE: Partial<Record<OpenChange['state'], string>> = {
  planned: 'not sent yet',
  sent: 'sent, no answer seen',
  lost: 'sent, no answer came',
  unknown: 'a person has to decide',
};

export const stateOf = ({ state }: OpenChange): string => STATE[state] ?? state;

export const whichImport = ({ path }: OpenPlace['imports'][number]): string =>
  path === undefined ? 'an import' : `the import of ${path}`;

/** Shows the open changes of every service, or of the one that is typed; names each service but the one in use. */
export async function showOpen(all: readonly OpenPlace[], context: Context): Promise<void> {
  const { streams } = context;
  const settings = await context.settings();
  const places = narrowed(all, settings);
  const elsewhere = all.filter((place) => !isInUse(place, settings));
  tellElsewhere(elsewhere, context);
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') return await streams.write(openJson(places, format));
  const gap = (await context.tableWidth()) === undefined ? '\t' : '  ';
  for (const place of places) {
    const where = elsewhere.includes(place) ? [`${place.service} (profile ${place.profile})`] : [];
    const rows = [
      ...place.changes.map((one) => [
        ...[one.entry, localTime(new Date(one.at).toISOString()), whatItIs(one), stateOf(one)],
      ]),
      ...place.imports.map((one) => [one.batch, whichImport(one), 'not finished']),
    ];
    await streams.write(rows.map((row) => `${[...row, ...where].map(printable).join(gap)}\n`).join(''));
  }
  if (places.length === 0) streams.say('nothing is open here');
}

function openJson(places: readonly OpenPlace[], format: 'json' | 'ndjson'): string {
  const open = places.flatMap(({ profile, service, changes }) =>
    changes.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString(), profile, service })),
  );
  const imports = places.flatMap(({ profile, service, imports }) =>
    imports.map((one) => ({ ...one, profile, service })),
  );
  const records = format === 'json' ? [{ open, imports }] : [...open, ...imports];
  return records.map((record) => `${printableJson(JSON.stringify(record))}\n`).join('');
}
