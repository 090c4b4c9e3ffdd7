import { dirname, resolve } from 'node:path';
import { parseExact } from '../../core/answer.ts';
import { ReconError } from '../../errors.ts';
import { fieldText } from '../output/field-text.ts';
import { type DataSource, readDataText } from './data-text.ts';

/** `--data FILE|-`: one flat object whose keys are flag names. */
export interface DataFile {
  /** By name with `_`, such as `postal_code`; file paths are made absolute. */
  values: Map<string, string>;
  /** Whole sentences about what is wrong with it. */
  problems: string[];
}

export interface DataRules {
  /** Names that are known, with `_`. */
  names: readonly string[];
  /** Those among them whose value is a path. */
  paths: readonly string[];
}

export async function readDataFile(
  source: string,
  { stdin, signal, ...rules }: DataRules & DataSource,
): Promise<DataFile> {
  const shown = source === '-' ? 'stdin' : source;
  const json = await readDataText(source, { stdin, signal });
  const folder = source === '-' ? '.' : dirname(source);
  return readData(parseObject(json, shown), shown, folder, rules);
}

/** Keys and values of the object, checked; nothing is read from disk here. */
export function readData(object: object, shown: string, folder: string, { names, paths }: DataRules): DataFile {
  const values = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, value] of Object.entries(object)) {
    const name = key.replaceAll('-', '_');
    if (!names.includes(name)) problems.push(`${shown} has an unknown key ${JSON.stringify(key)}`);
    else if (values.has(name)) problems.push(`${shown} has ${JSON.stringify(name)} twice`);
    else if (!isPlain(value)) problems.push(`${shown}: ${JSON.stringify(key)} must be a text or a number`);
    else if (value !== null) values.set(name, paths.includes(name) ? resolve(folder, String(value)) : fieldText(value));
  }
  return { values, problems };
}

/** Text, number or nothing; exact numbers too large for JavaScript are objects that know their digits. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'number') return true;
  return typeof value === 'object' && 'isLosslessNumber' in value;
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
