import { NO_SIZE_AT_FIRST, SIZE_FIELDS } from '../contract/patient.ts';
import { stringifyExact } from './answer.ts';

/** One flat object whose keys are the names of flags: a data file, a row of NDJSON, a patient.json. */
export interface FlatObject {
  /** By name with `_`, such as `postal_code`; what is null is left out. */
  values: Map<string, string>;
  /** Whole sentences about what is wrong with it. */
  problems: string[];
}

/** Keys and values, checked. `about` goes in front of each problem: `ana.json`. */
export function readFlatObject(object: object, about: string, names: readonly string[]): FlatObject {
  const values = new Map<string, string>();
  const problems: string[] = [];
  for (const [key, value] of Object.entries(object)) {
    const name = key.replaceAll('-', '_');
    if (!names.includes(name)) problems.push(`${about} has an unknown key ${JSON.stringify(key)}${whyUnknown(name)}`);
    else if (values.has(name)) problems.push(`${about} has ${JSON.stringify(name)} twice`);
    else if (!isPlain(value)) problems.push(`${about}: ${JSON.stringify(key)} must be a text or a number`);
    else if (value !== null) values.set(name, typeof value === 'string' ? value : stringifyExact(value));
  }
  return { values, problems };
}

const whyUnknown = (name: string) => (SIZE_FIELDS.some((one) => one === name) ? `: ${NO_SIZE_AT_FIRST}` : '');

/** Text, number or nothing; exact numbers too large for JavaScript are objects that know their digits. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'number') return true;
  return typeof value === 'object' && 'isLosslessNumber' in value;
}
