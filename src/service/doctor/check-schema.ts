import { type Finding, right, wrong } from '../../contract/finding.ts';
import { checkFolder } from '../check-folder.ts';
import type { Places } from '../places.ts';
import { schemaOf } from '../schema-of.ts';

/** Whoever opens a database as a service makes it and brings it up to date, so this is looked at first. */
export async function checkSchema(places: Places): Promise<Finding[]> {
  const { dataFolder, databaseUrl, bucket } = places;
  const { found, newest } = await schemaOf(places);
  if (databaseUrl === undefined && bucket === undefined) await checkFolder(dataFolder);
  if (found === 0) return [wrong('database', 'it has no data of a service', { command: ['serve'] })];
  if (found === newest) return [right('database', 'is of this version')];
  return [
    wrong(
      'database',
      `it is of an earlier recon (${found}, this one needs ${newest})`,
      { command: ['backup', 'TO'], because: 'first' },
      { before: 'then stop all processes and start one', command: ['serve'] },
    ),
  ];
}
