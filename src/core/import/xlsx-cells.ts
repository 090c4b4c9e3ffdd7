/** What the reader of workbooks does not tell of a sheet. */
export interface SheetFacts {
  /** Row from 1 → column from 0 → what is wrong with the cell. */
  faults: Map<number, Map<number, string>>;
  hiddenRows: number;
  hiddenColumns: number;
  /** The last row and column that the sheet names. */
  lastRow: number;
  lastColumn: number;
}

const CELL = /<(?:\w+:)?c\s([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs;
const FORMULA = /<(?:\w+:)?f[\s>/]/;
const VALUE = /<(?:\w+:)?v[^>]*>[^<]/;

/**
 * Looks through the XML of a worksheet for cells that show something which its values do not hold: an error, or a
 * formula that no program has calculated yet.
 */
export function lookAtSheet(xml: string): SheetFacts {
  const facts: SheetFacts = { faults: new Map(), hiddenRows: 0, hiddenColumns: 0, lastRow: 0, lastColumn: 0 };
  for (const [tag] of xml.matchAll(/<(?:\w+:)?row\s[^>]*>/g)) {
    if (isHidden(tag)) facts.hiddenRows += 1;
    facts.lastRow = Math.max(facts.lastRow, Number(/\sr="(\d+)"/.exec(tag)?.[1] ?? 0));
  }
  for (const [tag] of xml.matchAll(/<(?:\w+:)?col\s[^>]*>/g)) if (isHidden(tag)) facts.hiddenColumns += 1;
  for (const [, attributes = '', content = ''] of xml.matchAll(CELL)) {
    const [, letters = '', digits = ''] = /\br="([A-Z]+)(\d+)"/.exec(attributes) ?? [];
    const [row, column] = [Number(digits), columnOf(letters)];
    facts.lastRow = Math.max(facts.lastRow, row);
    if (content !== '') facts.lastColumn = Math.max(facts.lastColumn, column + 1);
    const fault = faultOf(/\bt="(\w+)"/.exec(attributes)?.[1] ?? 'n', content);
    if (fault === undefined) continue;
    const inRow = facts.faults.get(row) ?? new Map<number, string>();
    facts.faults.set(row, inRow.set(column, fault));
  }
  return facts;
}

function faultOf(type: string, content: string): string | undefined {
  if (type === 'e') return `is an error of the spreadsheet, ${/>([^<]*)<\/(?:\w+:)?v>/.exec(content)?.[1] || '#N/A'}`;
  if (type === 'str' || !FORMULA.test(content) || VALUE.test(content)) return undefined;
  return 'is a formula that was never calculated; open the file in a spreadsheet program and save it';
}

const isHidden = (tag: string) => /\shidden="(1|true)"/.test(tag);

/** `A` → 0, `AB` → 27. */
const columnOf = (letters: string) => [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1;
