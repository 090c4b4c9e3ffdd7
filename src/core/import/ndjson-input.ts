import { answerKeyOf } from '../../contract/patient.ts';
import { parseExact } from '../answer.ts';
import { readFlatObject } from '../flat-object.ts';
import { type Input, ownRow, ROW_NAMES, type Row } from './row.ts';
import { linesOf, MAX_LINE_CHARACTERS, textPieces } from './text-pieces.ts';

/** Reads one JSON object per line; empty lines are skipped. Paths start at `folder`. */
export function ndjsonInput(path: string, folder: string): Input {
  const problems: string[] = [];
  return {
    ...{ path, folder },
    unit: 'row',
    problems,
    style: () => ({ kind: 'ndjson' }),
    async *rows() {
      let number = 0;
      let line = 0;
      for await (const whole of linesOf(textPieces(path))) {
        line += 1;
        const text = line === 1 ? whole.replace(/^\ufeff/, '') : whole;
        if (text.length > MAX_LINE_CHARACTERS) {
          problems.push(`line ${line} is longer than ${MAX_LINE_CHARACTERS} characters`);
          return;
        }
        if (text.trim() === '') continue;
        number += 1;
        yield rowOf(text, { number, place: `line ${line}`, folder });
      }
    },
  };
}

function rowOf(text: string, where: Pick<Row, 'number' | 'place' | 'folder'>): Row {
  const object = objectOf(text);
  if (typeof object === 'string') return { ...where, values: new Map(), problems: [object], source: { text } };
  const isRecord = 'player_id' in object && 'reconstructions' in object;
  const { values, problems } = readFlatObject(isRecord ? ofRecord(object) : object, 'it', ROW_NAMES);
  const own = isRecord && 'id' in object ? [String(object.id), String(object.player_id)] : [];
  return {
    ...where,
    values,
    problems,
    ...(isRecord && { warnings: [RECORD_READ] }),
    source: { object },
    ...ownRow(own),
  };
}

const RECORD_READ = 'is a record of a service; its models and times are left alone';

/** What a list or an export holds of a patient, as a row has it. */
const ofRecord = (object: object): object =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const name = key === answerKeyOf('country') ? 'country' : key;
      return ROW_NAMES.includes(name) ? [[name, value]] : [];
    }),
  );

/** The object, or its problem. */
function objectOf(text: string): object | string {
  try {
    const value = parseExact(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    return `is not valid JSON${error instanceof Error ? `: ${error.message.slice(0, 100)}` : ''}`;
  }
  return 'must be one JSON object, such as {"name": "…", "type": "face"}';
}
