import { IMPLANT_FIELDS, type ImplantRow } from '../../contract/implant-rows.ts';
import { SIDES } from '../../contract/simulation.ts';
import type { SentSimulation } from '../../contract/viewer.ts';
import { ReconError } from '../../errors.ts';
import { linesIn } from '../simulation-lines.ts';

/** What a page sent, as far as it is known: texts, and lines of numbers. @throws ReconError where it is nothing of the kind */
export function readSentSimulation(body: string): SentSimulation {
  const { name, description, implants, lines: sentLines } = fieldsOf(parsed(body));
  const rows = SIDES.flatMap((side) => {
    const sent = fieldsOf(implants)[side];
    return sent === undefined ? [] : [[side, rowOf(fieldsOf(sent))] as const];
  });
  const lines = linesIn(sentLines);
  const words = { name: textOf(name), description: textOf(description) };
  return { ...words, implants: Object.fromEntries(rows), ...(lines && { lines }) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ReconError('usage', 'what the page sent cannot be read', { cause });
  }
}

const rowOf = (sent: Record<string, unknown>): ImplantRow =>
  Object.fromEntries(IMPLANT_FIELDS.flatMap((field) => (field in sent ? [[field, textOf(sent[field])]] : [])));

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
