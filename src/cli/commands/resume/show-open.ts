import type { OpenPlace } from '../../../core/changes/left-open.ts';
import { localTime } from '../../../system/local-time.ts';
import type { Context } from '../../context.ts';
import { printable, printableJson } from '../../output/printable.ts';
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
  if (format === 'id') {
    const ids = places.flatMap(({ changes, imports }) => [
      ...changes.map(({ entry }) => entry),
      ...imports.map(({ batch }) => batch),
    ]);
    return await streams.write(ids.map((id) => `${printable(id)}\n`).join(''));
  }
  const gap = (await context.tableWidth()) === undefined ? '\t' : '  ';
  for (const place of places) {
    const where = elsewhere.includes(place) ? [`${place.service} (profile ${place.profile})`] : [];
    const rows = [
      ...place.changes.map((one) => [one.entry, localTime(isoTime(one.at)), whatItIs(one), stateOf(one)]),
      ...place.imports.map((one) => [one.batch, whichImport(one), 'not finished']),
    ];
    await streams.write(rows.map((row) => `${[...row, ...where].map(printable).join(gap)}\n`).join(''));
  }
  if (places.length === 0) streams.say('nothing is open here');
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
