import { attribute, tags } from './xml-tags.ts';

/** How a style shows a whole number: `01067` is 1067 with five digits at least, `+351…` has a plus in front. */
export interface NumberShape {
  prefix: string;
  digits: number;
}

/** What the reader of workbooks does not tell of a sheet. */
export interface SheetFacts {
  /** Row from 1 → column from 0 → how the cell shows its number, where that is more than its digits. */
  shapes: Map<number, Map<number, NumberShape>>;
  /** Row from 1 → column from 0 → what is wrong with the cell. */
  faults: Map<number, Map<number, string>>;
  hiddenRows: number;
  hiddenColumns: number;
  /** The last row and column with anything in it. */
  lastRow: number;
  lastColumn: number;
}

/** Excel has no more, and programs name it though it is empty. */
export const LAST_ROW = 1_048_576;
const CELL_START = /<(?:\w+:)?c\s/;
const CELL_END = /<\/(?:\w+:)?c>/;
const FORMULA = /<(?:\w+:)?f[\s>/]/;
const VALUE = /<(?:\w+:)?v[^>]*>[^<]/;

/** The whole numbers' shapes by the number of their style: what `<c s="4">` means. */
export function numberShapes(stylesXml: string): (NumberShape | undefined)[] {
  const formats = new Map(
    tags(stylesXml, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')]),
  );
  const [, styles = ''] = /<(?:\w+:)?cellXfs[\s>](.*?)<\/(?:\w+:)?cellXfs>/s.exec(stylesXml) ?? [];
  return tags(styles, 'xf').map((tag) => shapeOf(formats.get(attribute(tag, 'numFmtId')) ?? ''));
}

function shapeOf(format: string): NumberShape | undefined {
  const plain = format.replaceAll('&quot;', '"').replaceAll(/\[\$?[^\]]*\]/g, '');
  const [whole, prefix = '', digits = ''] = /^(?:(?:\\|")?(\+)"?)?#*(0+)$/.exec(plain) ?? [];
  return whole === undefined || (prefix === '' && digits.length === 1) ? undefined : { prefix, digits: digits.length };
}

/**
 * Looks through the XML of a worksheet for cells that show something which its values do not hold: an error, or a
 * formula that no program has calculated yet. `shapes`: by style.
 */
export function lookAtSheet(xml: string, shapes: readonly (NumberShape | undefined)[]): SheetFacts {
  const facts: SheetFacts = {
    shapes: new Map(),
    faults: new Map(),
    hiddenRows: 0,
    hiddenColumns: 0,
    lastRow: 0,
    lastColumn: 0,
  };
  for (const tag of tags(xml, 'row')) {
    if (isHidden(tag)) facts.hiddenRows += 1;
    const row = Number(attribute(tag, 'r'));
    if (row > LAST_ROW) facts.lastRow = Math.max(facts.lastRow, row);
  }
  for (const { attributes, content } of cellsOf(xml)) {
    const [, letters = '', digits = ''] = /\br="([A-Z]+)(\d+)"/.exec(attributes) ?? [];
    const [row, column] = [Number(digits), columnOf(letters)];
    if (content !== '' || row > LAST_ROW) {
      facts.lastRow = Math.max(facts.lastRow, row);
      facts.lastColumn = Math.max(facts.lastColumn, column + 1);
    }
    const type = /\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n';
    const shape = type === 'n' ? shapes[Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? 0)] : undefined;
    if (shape !== undefined) put(facts.shapes, row, column, shape);
    const fault = faultOf(type, content);
    if (fault !== undefined) put(facts.faults, row, column, fault);
  }
  for (const tag of tags(xml, 'col').filter(isHidden)) {
    // Programs hide all columns behind the last one too.
    const last = Math.min(Number(attribute(tag, 'max')), facts.lastColumn);
    facts.hiddenColumns += Math.max(0, last - Number(attribute(tag, 'min')) + 1);
  }
  return facts;
}

function* cellsOf(xml: string): Generator<{ attributes: string; content: string }> {
  for (const cell of xml.split(CELL_START).slice(1)) {
    const end = cell.indexOf('>');
    const attributes = cell.slice(0, end);
    const content = attributes.endsWith('/') ? '' : (cell.slice(end + 1).split(CELL_END, 1)[0] ?? '');
    yield { attributes, content };
  }
}

function put<T>(by: Map<number, Map<number, T>>, row: number, column: number, what: T): void {
  const inRow = by.get(row) ?? new Map<number, T>();
  by.set(row, inRow.set(column, what));
}

function faultOf(type: string, content: string): string | undefined {
  if (type === 'e') return `is an error of the spreadsheet, ${/>([^<]*)<\/(?:\w+:)?v>/.exec(content)?.[1] || '#N/A'}`;
  if (type === 'str' || !FORMULA.test(content) || VALUE.test(content)) return undefined;
  return 'is a formula that was never calculated; open the file in a spreadsheet program and save it';
}

const isHidden = (tag: string) => /\shidden="(1|true)"/.test(tag);

/** `A` → 0, `AB` → 27. */
const columnOf = (letters: string) => [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1;
