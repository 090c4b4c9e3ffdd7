import { dirname, resolve } from 'node:path';
import { parseExact } from '../../core/answer.ts';
import { type FlatObject, readFlatObject } from '../../core/flat-object.ts';
import { otherKind } from '../../core/other-kind.ts';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { readInput } from '../../system/read-input.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import { readStdin } from '../io/read-stdin.ts';

/** One patient; more is another kind of file, or a device that never ends. */
const MAX_BYTES = 1_000_000;

export interface DataRules {
  /** Names that are known, with `_`. */
  names: readonly string[];
  /** Those among them whose value is a path. */
  paths: readonly string[];
}

export interface DataSource {
  stdin: NodeJS.ReadableStream;
  /** Ends the reading, however long the other side is silent. */
  signal?: AbortSignal | undefined;
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

/** Text of a file, of a pipe such as `<(jq …)`, or of stdin (`-`); at most 1 MB. @throws ReconError `usage` */
export async function readDataText(source: string, { stdin, signal }: DataSource): Promise<string> {
  const shown = source === '-' ? 'stdin' : `--data ${source}`;
  const most = MAX_BYTES + 1;
  const bytes = source === '-' ? await readStdin(stdin, most, signal) : await readFile(source, shown, most, signal);
  const other = otherKind(bytes, source, shown);
  if (other !== undefined) throw other;
  if (bytes.length === most) throw new ReconError('usage', `${shown} is too large to be one patient (over 1 MB)`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ReconError('usage', `${shown} is not UTF-8 text`, { hint: 'save it as UTF-8', cause: error });
  }
}

async function readFile(path: string, shown: string, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array> {
  const bytes = await readInput(path, { maxBytes, signal }).catch((error) => {
    if (error instanceof ReconError) throw error;
    const hint = systemErrorCode(error) === 'EISDIR' ? 'give a folder of photos with --photos' : undefined;
    throw new ReconError('usage', `${shown} ${whyNotRead(error)}`, { hint, cause: error });
  });
  if (bytes === undefined) throw new ReconError('usage', `nothing came out of ${shown} for 3 s`);
  return bytes;
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
