import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openInput } from '../../../src/core/import/open-input.ts';
import type { RowOutcome } from '../../../src/core/import/outcomes.ts';
import { type ReportedRow, styleOfReport, writeReport } from '../../../src/core/import/report.ts';
import { checkReportName, claimReport, defaultReport } from '../../../src/core/import/report-place.ts';
import { BY_TITLES } from '../../support/by-titles.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A list, read and reported with the same outcome for every row. */
async function reported(content: string | Buffer, name: string, outcome: RowOutcome) {
  const folder = tempFolder();
  writeFileSync(join(folder, name), content);
  const input = await openInput(join(folder, name), BY_TITLES);
  const rows: ReportedRow[] = [];
  for await (const { source } of input.rows()) rows.push({ source, outcome, name: 'b:h:1' });
  async function* all() {
    yield* rows;
  }
  const path = join(folder, `report-${name}`);
  await writeReport(path, input.style(), all());
  return { path, text: readFileSync(path, 'utf8') };
}

async function first(path: string) {
  for await (const row of (await openInput(path, BY_TITLES)).rows()) return row;
  throw new Error('no rows');
}

test('a CSV report keeps delimiter, mark and columns, and is read back as the same values', async () => {
  const list = '\ufeffname;phone;address\n"Ana; B";\'+351 1;"Rua\n1"\n';
  const { path, text } = await reported(list, 'list.csv', { status: 'failed', error: '=refused; "x"' });
  expect(text).toBe(
    '\ufeffname;phone;address;recon_id;recon_status;recon_error;recon_row\r\n' +
      '"Ana; B";\'+351 1;"Rua\n1";;failed;"\'=refused; ""x""";b:h:1\r\n',
  );
  expect(Object.fromEntries((await first(path)).values)).toEqual({
    name: 'Ana; B',
    phone: '+351 1',
    address: 'Rua\n1',
    recon_id: '',
    recon_status: 'failed',
    recon_error: '=refused; "x"',
    recon_row: 'b:h:1',
  });
});

test('a row with too many cells keeps them behind the columns of the report', async () => {
  const outcome = { status: 'failed', error: 'has 4 cells, and the header has 2' } as const;
  const { text } = await reported('name,city\nAna,Porto,Norte,PT\n', 'list.csv', outcome);
  expect(text).toBe(
    'name,city,recon_id,recon_status,recon_error,recon_row\r\n' +
      'Ana,Porto,,failed,"has 4 cells, and the header has 2",b:h:1,Norte,PT\r\n',
  );
});

test('a report of a report fills the columns that are there', async () => {
  const list = 'recon_status,name,recon_id\nfailed,Ana,\n';
  const { text } = await reported(list, 'list.csv', { status: 'created', id: '17' });
  expect(text).toBe('recon_status,name,recon_id,recon_error,recon_row\r\ncreated,Ana,17,,b:h:1\r\n');
});

test('NDJSON keeps what it does not know, exact numbers, and lines that could not be read', async () => {
  const list = '{"name":"Ana","hipline":90.5,"phone":351999999999999999999}\n{"name":\n';
  const { text } = await reported(list, 'list.ndjson', { status: 'created', id: '17' });
  expect(text).toBe(
    '{"name":"Ana","hipline":90.5,"phone":351999999999999999999,"recon_id":"17","recon_status":"created","recon_error":"","recon_row":"b:h:1"}\n{"name":\n',
  );
});

test.each([
  ['/a/patients.csv', '/a/patients.report.csv'],
  ['/a/patients.report.csv', '/a/patients.report.2.csv'],
  ['/a/patients.report.9.csv', '/a/patients.report.10.csv'],
  ['/a/list.TSV', '/a/list.report.TSV'],
  ['/a/list.jsonl', '/a/list.report.jsonl'],
])('the report of %s is %s', (path, report) => {
  expect(defaultReport(path, 'csv')).toBe(report);
});

test('a workbook beside a list of its name has a report of its own', () => {
  const folder = tempFolder();
  const [list, workbook] = [join(folder, 'folha.csv'), join(folder, 'folha.xlsx')];
  expect(defaultReport(workbook, 'csv')).toBe(join(folder, 'folha.report.csv'));
  writeFileSync(list, '');
  expect(defaultReport(workbook, 'csv')).toBe(join(folder, 'folha.xlsx.report.csv'));
  expect(defaultReport(list, 'csv')).toBe(join(folder, 'folha.report.csv'));
});

test('the report of a folder stands beside it, with a dot in its name or not', () => {
  expect(defaultReport('/a/camera', 'ndjson')).toBe('/a/camera.report.ndjson');
  expect(defaultReport('/a/2026.11', 'ndjson')).toBe('/a/2026.11.report.ndjson');
});

test('a report that cannot be written is found out before anything is sent', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'list.csv'), 'name\nAna\n');
  const claim = (path: string) => claimReport(path, join(folder, 'list.csv'));
  await expect(claim(join(folder, 'none/report.csv'))).rejects.toMatchObject({ code: 'storage' });
  await expect(claim(folder)).rejects.toMatchObject({ code: 'usage' });
  await expect(claim(join(folder, '..', folder.split('/').at(-1)!, 'list.csv'))).rejects.toMatchObject({
    code: 'usage',
  });
  await claim(join(folder, 'report.csv'));
});

test('a report cannot have the name of a workbook, under which Excel opens no text', () => {
  for (const name of ['done.xlsx', 'done.XLS', 'done.ods']) {
    expect(() => checkReportName(name)).toThrow(
      expect.objectContaining({ code: 'usage', hint: '--report FILE.csv, which Excel opens, too' }),
    );
  }
  for (const name of ['done.csv', 'done.ndjson', 'done']) checkReportName(name);
});

test('a report of folders that is named as a table is one, and is read back as the same patients', async () => {
  const folder = tempFolder();
  const records = { ana: { name: 'Ana; B', phone: '+351 1', height: 1 }, ben: { name: 'Ben', 'eye-distance': 6.2 } };
  for (const [name, record] of Object.entries(records)) {
    mkdirSync(join(folder, 'people', name), { recursive: true });
    writeFileSync(join(folder, 'people', name, 'patient.json'), JSON.stringify(record));
  }
  const input = await openInput(join(folder, 'people'), BY_TITLES);
  const rows: ReportedRow[] = [];
  for await (const { source } of input.rows()) rows.push({ source, outcome: { status: 'failed', error: 'why' } });
  async function* all() {
    yield* rows;
  }
  const path = join(folder, 'people.report.csv');
  await writeReport(path, await styleOfReport(path, input, all()), all());
  expect(readFileSync(path, 'utf8').split('\r\n')).toEqual([
    '\ufeffphotos,name,phone,height,eye-distance,recon_id,recon_status,recon_error,recon_row',
    "people/ana,Ana; B,'+351 1,1,,,failed,why,",
    'people/ben,Ben,,,6.2,,failed,why,',
    '',
  ]);
  const read: object[] = [];
  for await (const { values } of (await openInput(path, BY_TITLES)).rows()) read.push(Object.fromEntries(values));
  expect(read).toMatchObject([
    { photos: 'people/ana', name: 'Ana; B', phone: '+351 1' },
    { photos: 'people/ben', name: 'Ben', eye_distance: '6.2' },
  ]);
  expect(await styleOfReport(join(folder, 'people.report.ndjson'), input, all())).toEqual({ kind: 'ndjson' });
});

test('half a report that a killed import left goes with the next one', async () => {
  const { path } = await reported('name\nAna\n', 'list.csv', { status: 'created', id: '7' });
  writeFileSync(`${path}.part`, 'name,recon_id\nAna');
  await claimReport(path, join(path, '..', 'list.csv'));
  expect(existsSync(`${path}.part`)).toBe(false);

  writeFileSync(`${path}.part`, 'name,recon_id\nAna');
  await writeReport(path, { kind: 'ndjson' }, (async function* () {})());
  expect(existsSync(`${path}.part`)).toBe(false);
});
