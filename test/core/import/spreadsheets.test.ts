import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Columns, recogniseColumns } from '../../../src/core/import/columns.ts';
import { openInput } from '../../../src/core/import/open-input.ts';
import { ReconError } from '../../../src/errors.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/spreadsheets');

interface Read {
  /** `row 2` → its values without empty ones. */
  rows: Record<string, Record<string, string>>;
  /** `row 2: …`, and those of the file. */
  problems: string[];
  warnings: string[];
  notes: readonly string[];
  doubts: string[];
  leftAlone: string[];
}

async function reading(name: string): Promise<Read> {
  const read: Read = { rows: {}, problems: [], warnings: [], notes: [], doubts: [], leftAlone: [] };
  let columns: Columns | undefined;
  const input = await openInput(join(FIXTURES, name), {
    titles: new Set(),
    settle: async ({ titles, notes, doubts }) => {
      read.notes = notes;
      columns = recogniseColumns(titles, doubts);
      return columns;
    },
  });
  for await (const { place, values, problems, warnings = [] } of input.rows()) {
    read.rows[place] = Object.fromEntries([...values].filter(([, value]) => value !== ''));
    read.problems.push(...problems.map((problem) => `${place}: ${problem}`));
    read.warnings.push(...warnings.map((warning) => `${place}: ${warning}`));
  }
  read.problems.push(...input.problems);
  read.doubts = columns?.doubts ?? [];
  read.leftAlone = (columns?.all ?? []).filter(({ field }) => field === undefined).map(({ title }) => title);
  return read;
}

const ANA = { name: 'Ana Sample', email: 'ana@example.org', phone: '+351 21 555 0101' };
const BEA = { name: 'Bea Sample', email: 'bea@example.org', phone: '+351 21 555 0102' };
const GERMAN: Partial<Read> = {
  rows: {
    'row 2': {
      ...{ name: 'Anne Muster', email: 'anne@example.org', phone: '+49 30 5550101' },
      ...{ postal_code: '10115', city: 'Berlin', country: 'DE' },
    },
    'row 3': {
      ...{ name: 'Bodo Beispiel', email: 'bodo@example.org', phone: '030 5550102' },
      ...{ postal_code: '01067', city: 'Dresden', country: 'DE' },
    },
  },
  leftAlone: ['Geburtsname'],
};
const JUERGEN: Partial<Read> = {
  rows: {
    'row 2': {
      ...{ name: 'Jürgen Müßig', email: 'juergen@example.org' },
      ...{ address: 'Große Straße 1, Hof', city: 'Köln' },
    },
  },
};
const BEGONA: Partial<Read> = { rows: { 'row 2': { name: 'Begoña Muestra', phone: '+34 600 555 011' } } };
const BOTH: Partial<Read> = { rows: { 'row 2': ANA, 'row 3': BEA } };
const NAME_AND_CITY: Partial<Read> = { rows: { 'row 2': { name: 'Ana Sample', city: 'Lisboa' } } };
const FACE = { name: 'Ana Sample', type: 'face' };

/** What is read of each; what is not named is empty. */
const IMPORTED: Record<string, Partial<Read>> = {
  // Titles in five languages.
  'english.xlsx': {
    rows: {
      'row 2': {
        ...{ name: 'Ana Sample', email: 'ana@example.org', phone: '+1 202 555 0101' },
        ...{ address: '1 Main St', city: 'Springfield', postal_code: '62701' },
      },
    },
    leftAlone: ['Notes'],
  },
  'german.xlsx': GERMAN,
  'spanish.xlsx': {
    rows: {
      'row 2': {
        ...{ name: 'Íñigo Muestra Ejemplo', email: 'inigo@example.org', phone: '+34 600 555 010' },
        ...{ postal_code: '08001', city: 'Barcelona', state: 'Barcelona', country: 'ES' },
      },
    },
  },
  'portuguese.xlsx': {
    rows: {
      'row 2': {
        ...{ name: 'João Exemplo da Silva', email: 'joao@example.org', phone: '+351 912 555 010', gender: 'm' },
        ...{ address: 'Rua das Flores, 1', postal_code: '1000-001', city: 'Lisboa' },
      },
    },
  },
  'french.xlsx': {
    rows: {
      'row 2': {
        ...{ name: 'Zoé Exemple', email: 'zoe@example.org', phone: '+33 6 55 50 10 10', country: 'FR' },
        ...{ address: "1 rue de l'Essai", postal_code: '01000', city: 'Bourg-en-Bresse' },
      },
    },
  },
  // Texts as programs write them.
  'windows-1252.csv': { ...JUERGEN, notes: ['it is not UTF-8 and is read as Windows-1252, with "Straße" in it'] },
  'semicolon-bom.csv': JUERGEN,
  'utf-16.txt': BEGONA,
  'utf-16-big.csv': BEGONA,
  'sep.csv': { rows: { 'row 2': { name: 'Ana, Sample', phone: '555-0101' } } },
  'tab.tsv': NAME_AND_CITY,
  'old-mac.csv': NAME_AND_CITY,
  'libreoffice.csv': { ...GERMAN, notes: ['it is not UTF-8 and is read as Windows-1252, with "Früher" in it'] },
  'line-breaks.csv': {
    rows: {
      'row 2': { name: 'Ana Sample', address: 'Rua 1\r\nLisboa' },
      'row 4': { name: 'Bea Sample', address: 'Rua "2"' },
    },
  },
  'unquoted-comma.csv': {
    rows: {
      'row 2': { name: 'Ana Sample', address: 'Rua 1', city: ' Lisboa' },
      'row 3': { name: 'Bea Sample', address: 'Rua 2', city: 'Porto' },
    },
    problems: ['row 2: has 4 cells, and the header has 3'],
  },
  'windows-paths.csv': {
    rows: {
      'row 2': { ...FACE, left: 'face\\left.jpg', front: 'face\\front.jpg', right: '.\\face\\right.jpg' },
    },
  },
  'windows-drive.csv': {
    rows: {
      'row 2': {
        ...{ ...FACE, left: 'C:\\Fotos\\left.jpg', front: 'C:\\Fotos\\front.jpg' },
        right: '\\\\server\\Fotos\\right.jpg',
      },
    },
  },
  // Our own.
  'own.csv': { rows: { 'row 2': { ...ANA, postal_code: '1000' } } },
  'own-list.csv': {
    rows: { 'row 2': { ...ANA, country: 'PT' } },
    leftAlone: ['id', 'player_id', 'reconstructions', 'updated_at'],
  },
  // Layouts.
  'title-rows.xlsx': {
    rows: { 'row 5': ANA, 'row 6': BEA },
    notes: ['the titles are in row 4; what stands above is not read'],
  },
  'merged-headers.xlsx': { rows: { 'row 3': { ...ANA, city: 'Lisboa' }, 'row 4': { ...BEA, city: 'Porto' } } },
  'empty-rows.xlsx': { rows: { 'row 4': ANA, 'row 7': BEA } },
  'several-sheets.xlsx': { rows: { 'row 2': ANA }, notes: ['only sheet "Patients" is read, not "Prices"'] },
  'hidden-sheet.xlsx': { rows: { 'row 2': ANA } },
  'hidden-parts.xlsx': {
    rows: {
      'row 2': { name: 'Ana Sample', email: 'ana@example.org' },
      'row 3': { name: 'Bea Sample', email: 'bea@example.org' },
    },
    notes: ['1 hidden row and 1 hidden column of the sheet are read too'],
    leftAlone: ['Internal'],
  },
  'side-note.xlsx': {
    ...BOTH,
    warnings: ['row 2: what is in column 5 is left alone: the column has no title'],
    leftAlone: ['', ''],
  },
  'titles-only.xlsx': {},
  'empty.csv': {},
  'no-titles.csv': { rows: { 'row 2': {} }, leftAlone: ['Foo', 'Bar'] },
  // Doubts, which a person settles.
  'doubtful.xlsx': {
    rows: { 'row 2': { name: 'Ana Sample', phone: '555-0101', state: 'activa' } },
    doubts: [
      '"Patient name (passport)" is perhaps name',
      '"Phone (home)" is perhaps phone',
      '"Estado" is perhaps state',
    ],
    leftAlone: ["Mother's phone", 'Birth name'],
  },
  'misspelt.csv': {
    rows: { 'row 2': { name: 'Ana Sample', email: 'ana@example.org', phone: '555-0101' } },
    doubts: ['"Emial" is perhaps email', '"Phnoe" is perhaps phone'],
  },
  'two-phones.csv': {
    rows: { 'row 2': { name: 'Ana Exemplo', phone: '21 555 0101' } },
    doubts: ['phone is in "Telefone" and "Telemóvel"'],
    leftAlone: ['Telemóvel'],
  },
  'polish.xlsx': {
    rows: { 'row 3': { phone: '+48 600 555 010' } },
    notes: ['the titles are in row 2; what stands above is not read'],
    doubts: [
      'the titles are perhaps in row 2, below others',
      '"Telefon komórkowy" is perhaps phone',
      'no column is the name, so nobody would have one; left alone: "Imię i nazwisko", "Uwagi"',
    ],
    leftAlone: ['Imię i nazwisko', 'Uwagi'],
  },
  'word-of-a-title.csv': {
    rows: { 'row 3': { phone: 'x' } },
    notes: ['the titles are in row 2; what stands above is not read'],
    doubts: [
      'the titles are perhaps in row 2, below others',
      'no column is the name, so nobody would have one; left alone: "Łucja Próbna", "600 555 010"',
    ],
    leftAlone: ['Łucja Próbna', '600 555 010'],
  },
  // Cells.
  'dates.xlsx': { rows: { 'row 2': ANA }, leftAlone: ['Date of birth', 'Last visit'] },
  'dates-1904.xlsx': { rows: { 'row 2': { name: 'Ana Sample' } }, leftAlone: ['Seen'] },
  'date-as-phone.xlsx': {
    rows: { 'row 2': { ...ANA, phone: '2012-05-10' }, 'row 3': BEA },
    problems: ['row 2: phone is a date, 2012-05-10; make the cell a text'],
  },
  'impossible-date.xlsx': {
    rows: { 'row 2': { name: 'Ana Sample' } },
    problems: ['row 2: phone is a date, of no calendar; make the cell a text'],
  },
  'phones-as-numbers.xlsx': {
    rows: {
      'row 2': { name: 'Ana Sample', phone: '351215550101' },
      'row 3': { name: 'Bea Sample', phone: '4915115550102' },
      'row 4': { name: 'Cara Sample', phone: '0.5' },
    },
  },
  'phones-with-exponent.xlsx': { rows: { 'row 2': { name: 'Ana Sample', phone: '351215550101' } } },
  'too-long-numbers.xlsx': {
    rows: { 'row 2': { name: 'Ana Sample', phone: '12345678901234570' } },
    problems: [
      'row 2: phone is a number of more than 15 digits, and a spreadsheet forgets the last ones; make the cell a text',
    ],
  },
  'shaped-numbers.xlsx': {
    rows: {
      'row 2': { name: 'Ana Sample', postal_code: '01067', phone: '+351215550101' },
      'row 3': { name: 'Bea Sample', postal_code: '10115', phone: '+49305550101' },
    },
  },
  'formulas.xlsx': {
    rows: {
      'row 2': { name: 'Ana Sample', phone: '+351 21' },
      'row 3': { name: 'Bea Sample' },
      'row 4': { name: 'Cara Sample', phone: '351000001' },
    },
  },
  'formulas-never-calculated.xlsx': {
    rows: { 'row 2': { name: 'Ana Sample' }, 'row 3': { name: 'Bea Sample', phone: '555' } },
    problems: [
      'row 2: phone is a formula that was never calculated; open the file in a spreadsheet program and save it',
    ],
  },
  'formula-errors.xlsx': {
    rows: { 'row 2': { name: 'Ana Sample' }, 'row 3': { name: 'Bea Sample' } },
    problems: [
      'row 2: phone is an error of the spreadsheet, #DIV/0!',
      'row 3: phone is an error of the spreadsheet, #N/A',
    ],
  },
  'text-like-formulas.xlsx': { rows: { 'row 2': { name: '=1+1', address: '=HYPERLINK("http://example.org")' } } },
  'rich-text.xlsx': { rows: { 'row 2': { name: 'Ana Sam&ple', address: ' Rua 1\nLisboa  ' } } },
  'other-scripts.xlsx': {
    rows: {
      'row 2': { name: '山田 見本', city: '東京' },
      'row 3': { name: 'مريم عينة', city: 'القاهرة' },
      'row 4': { name: 'Ana 😀 Sample', city: 'Lisboa' },
      'row 5': { name: '𠮷田 見本', city: '京都' },
    },
  },
  // Programs that write zip files in their own ways, and names that mislead.
  'libreoffice.xlsx': GERMAN,
  'room-to-grow.xlsx': BOTH,
  'streamed.xlsx': BOTH,
  'named-csv.csv': BOTH,
  'named-xlsx.xlsx': NAME_AND_CITY,
};

const SAVE = expect.stringContaining('save it as .xlsx');

/** What is refused: the error's code, its words, and the way to mend it. */
const REFUSED: Record<string, [code: string, words: string, hint?: unknown]> = {
  'old.xls': [
    'usage',
    'is a workbook of Excel 97 (.xls), or one with a password',
    expect.stringMatching(/^open it in Excel .* File > Save As > Excel Workbook \(\.xlsx\)/),
  ],
  'password.xlsx': [
    'usage',
    'is a workbook with a password',
    expect.stringMatching(/File > Info > Protect Workbook > Encrypt with Password, empty the password/),
  ],
  'open-document.ods': ['usage', 'is an OpenDocument spreadsheet (.ods)', SAVE],
  'web-page.xls': ['usage', 'is a web page under the name of a spreadsheet', SAVE],
  'no-workbook.xlsx': ['usage', 'is a zip file, but no .xlsx', SAVE],
  'not-xml.xlsx': ['usage', 'cannot be read as an Excel workbook', SAVE],
  'mixed-encodings.csv': ['usage', 'is not UTF-8 text: look at line 3'],
  'empty.xlsx': ['usage', 'holds no patients'],
  'two-lists.xlsx': [
    'usage',
    'has more than one sheet of patients: "2025", "2026"',
    expect.stringContaining('save each'),
  ],
  'far-cell.xlsx': [
    'usage',
    'has a sheet of 1048576 rows and 16384 columns',
    expect.stringContaining('delete the rows'),
  ],
  'zip-bomb.xlsx': [
    'unsafe_archive',
    'is refused as a zip file: "xl/worksheets/sheet1.xml" would grow more than 200',
    SAVE,
  ],
  'outside.xlsx': ['unsafe_archive', '"../../evil.xml" leads out of the folder', SAVE],
  'cut-off.xlsx': ['unsafe_archive', 'it has no end: it is cut off', SAVE],
  'damaged.xlsx': ['unsafe_archive', 'its compressed data is damaged', SAVE],
};

/** Read by other tests. */
const ELSEWHERE = ['five-thousand.xlsx', 'many-problems.csv'];

test('every spreadsheet is expected to be read or refused', () => {
  const there = readdirSync(FIXTURES).filter((name) => name !== 'make.py');
  expect(there.toSorted()).toEqual([...Object.keys(IMPORTED), ...Object.keys(REFUSED), ...ELSEWHERE].toSorted());
});

test.each(Object.entries(IMPORTED))('%s is read', async (name, expected) => {
  const nothing: Read = { rows: {}, problems: [], warnings: [], notes: [], doubts: [], leftAlone: [] };
  expect(await reading(name)).toEqual({ ...nothing, ...expected });
});

test.each(Object.entries(REFUSED))('%s is refused', async (name, [code, words, hint]) => {
  const error = await reading(name).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ReconError);
  expect(error).toMatchObject({ code, message: expect.stringContaining(words), ...(hint !== undefined && { hint }) });
});

test('an old workbook that may have a password led to one of the two ways alone', async () => {
  const { details } = await reading('old.xls').catch((thrown) => thrown);
  expect(details).toEqual([
    expect.stringMatching(/^if it asks for a password when you open it, first choose File > Info/),
  ]);
});

test('5,000 rows are all read', async () => {
  const { rows, problems } = await reading('five-thousand.xlsx');
  expect(problems).toEqual([]);
  expect(Object.keys(rows)).toHaveLength(5000);
  expect(rows['row 5001']).toMatchObject({ name: 'Vorname4999 Muster4999', phone: '4930004999', postal_code: '14999' });
});
