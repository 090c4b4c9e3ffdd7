import { KINDS, type Kind, LEAST, MOST_NOTE_LETTERS, POINTS } from './findings.ts';
import type { Vec3 } from './measure/vector.ts';
import { lettersOf } from './name-letters.ts';
import { PlainError } from './plain-error.ts';

/** What a person has put on one model, as a file keeps it; what was measured there is worked out anew. */
export interface KeptModel {
  /** Of the model's GLB, in hexadecimal digits. */
  sha256: string;
  /** For whoever opens the file with another model. */
  label: string;
  findings: readonly KeptFinding[];
}

export interface KeptFinding {
  kind: Kind;
  /** Metres, in the model's own axes. */
  points: readonly Vec3[];
  /** Of a note; any other kind has an empty one. */
  text: string;
  /** Of a note on a simulation: what that is called. The point is where the skin is without it. */
  simulation?: string;
}

const FORMAT = 'recon-findings';
const VERSION = 1;
export const MOST_FILE_BYTES = 1_000_000;
const MOST_LABEL_LETTERS = 200;
export const MOST_SIMULATION_LETTERS = 500;
/** Metres; nobody is so large. */
const FARTHEST_M = 100;

export const findingsText = (models: readonly KeptModel[]): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, models }, null, 2)}\n`;

/** The name of such a file: what is known of the models. */
export const findingsFileName = (labels: readonly string[]): string =>
  [...labels.map(lettersOf), 'notes.json'].filter((word) => word !== '').join('-');

/**
 * Reads such a file, which may come from anybody: all of it is as it should be, or nothing is taken.
 *
 * @throws PlainError the end of a sentence that begins with the file's name
 */
export function readFindings(text: string): KeptModel[] {
  const { format, version, models } = fieldsOf(parsed(text));
  if (format !== FORMAT || typeof version !== 'number') {
    throw new PlainError('is no file of notes and measures, or it is damaged');
  }
  if (version > VERSION) throw new PlainError('is of a newer version of this program');
  return listOf(models).map((one) => {
    const { sha256, label, findings } = fieldsOf(one);
    if (typeof sha256 !== 'string' || typeof label !== 'string') throw damaged();
    return { sha256, label: label.slice(0, MOST_LABEL_LETTERS), findings: listOf(findings).map(findingIn) };
  });
}

function findingIn(value: unknown): KeptFinding {
  const { kind: named, points: places, text, simulation } = fieldsOf(value);
  const kind = KINDS.find((one) => one === named);
  const points = listOf(places).map(placeIn);
  if (kind === undefined || points.length < LEAST[kind] || points.length > POINTS[kind]) throw damaged();
  if (kind !== 'note') return { kind, points, text: '' };
  if (typeof text !== 'string' || text.trim() === '' || text.length > MOST_NOTE_LETTERS) throw damaged();
  const note = { kind, points, text: text.trim() };
  if (simulation === undefined) return note;
  if (typeof simulation !== 'string' || simulation.length > MOST_SIMULATION_LETTERS) throw damaged();
  return { ...note, simulation };
}

function placeIn(value: unknown): Vec3 {
  const [x, y, z, ...more] = listOf(value);
  if (!isMetres(x) || !isMetres(y) || !isMetres(z) || more.length > 0) throw damaged();
  return [x, y, z];
}

const damaged = () => new PlainError('is damaged');
const isMetres = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < FARTHEST_M;
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw damaged();
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
