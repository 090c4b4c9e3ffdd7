import { dirname, resolve } from 'node:path';
import { parseExact } from '../../core/answer.ts';
import { type FlatObject, readFlatObject } from '../../core/flat-object.ts';
import { ReconError } from '../../errors.ts';
import { type DataSource, readDataText } from './data-text.ts';

export interface DataRules {
  /** Names that are known, with `_`. */
  names: readonly string[];
  /** Those among them whose value is a path. */
  paths: readonly string[];
}

/** `--data FILE|-`: one flat object whose keys are flag names; file paths are made absolute. */
export async function readDataFile(
  source: string,
  { stdin, signal, ...rules }: DataRules & DataSource,
): Promise<FlatObject> {
  const shown = source === '-' ? 'stdin' : source;
  const json = await readDataText(source, { stdin, signal });
  const folder = source === '-' ? '.' : dirname(source);
  return readData(parseObject(json, shown), shown, folder, rules);
}

/** Keys and values of the object, checked; nothing is read from disk here. */
export function readData(object: object, shown: string, folder: string, { names, paths }: DataRules): FlatObject {
  const { values, problems } = readFlatObject(object, shown, names);
  for (const name of paths) {
    const path = values.get(name);
    if (path !== undefined) values.set(name, resolve(folder, path));
  }
  return { values, problems };
}

function parseObject(json: string, shown: string): object {
  let value: unknown;
  try {
    value = parseExact(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ReconError('usage', `${shown} is not valid JSON`, {
      details: [error instanceof Error ? error.message.slice(0, 200) : ''],
      cause: error,
    });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ReconError('usage', `${shown} must hold one JSON object, such as {"name": "…", "type": "face"}`);
}
