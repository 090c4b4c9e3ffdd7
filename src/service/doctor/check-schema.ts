import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, failing, right, wrong } from '../../contract/finding.ts';
import { unlessMissing } from '../../errors.ts';
import { checkFolder } from '../check-folder.ts';
import type { Places } from '../places.ts';
import { notFilledYet, schemaOf } from '../schema-of.ts';

/** A service makes the folder at its first start. */
const areFilesThere = (dataFolder: string) => stat(join(dataFolder, 'files')).then(() => true, unlessMissing);

/** Whoever opens a database as a service makes it and brings it up to date, so this is looked at first. */
export async function checkSchema(places: Places): Promise<Finding[]> {
  const { dataFolder, databaseUrl, bucket } = places;
  const { found, newest } = await schemaOf(places);
  const notFilled = found === 0 ? await notFilledYet(places) : undefined;
  if (notFilled !== undefined) return [failing('database', notFilled)];
  if (databaseUrl === undefined && bucket === undefined) await checkFolder(dataFolder);
  if (found === 0) return [wrong('database', 'it has no data of a service', { command: ['serve'] })];
  if (databaseUrl === undefined && bucket === undefined && !(await areFilesThere(dataFolder))) {
    const fix = 'put the folder back, from where it was moved to or from a backup, before a service starts';
    return [wrong('files', `${join(dataFolder, 'files')} is not there: it holds the photos and models`, fix)];
  }
  if (found === newest) return [right('database', 'is of this version')];
  return [
    wrong(
      'database',
      `it is of an earlier recon (${found}, this one needs ${newest})`,
      { before: 'first', command: ['backup', 'TO'] },
      { before: 'then stop all processes and start one', command: ['serve'] },
    ),
  ];
}
