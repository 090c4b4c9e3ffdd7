import { existsSync } from 'node:fs';
import { open, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { diskFailure } from '../disk-failure.ts';
import { shown } from '../shown.ts';
import type { Style } from './row.ts';
import { openRegularFile } from './text-pieces.ts';

const HEAD_BYTES = 64 * 1024;
/** The report of a workbook is a CSV file, which spreadsheet programs open too. */
const WORKBOOKS = ['.xlsx', '.xlsm'];
const REPORTED = ['.csv', '.tsv', '.ndjson', '.jsonl', ...WORKBOOKS];

/** `patients.csv` → `patients.report.csv` beside it; a report used as the input → `patients.report.2.csv`. */
export function defaultReport(inputPath: string, kind: Style['kind']): string {
  const { dir, name, base, ext } = parse(inputPath);
  const isFile = REPORTED.includes(ext.toLowerCase());
  const isWorkbook = WORKBOOKS.includes(ext.toLowerCase());
  // `patients.csv` beside `patients.xlsx` has the shorter name for its own report.
  const hasTwin = isWorkbook && existsSync(join(dir, `${name}.csv`));
  const again = /^(.*\.report)(?:\.(\d+))?$/.exec(isFile ? name : base);
  const stem =
    again === null ? `${isFile && !hasTwin ? name : base}.report` : `${again[1]}.${Number(again[2] ?? 1) + 1}`;
  return join(dir, `${stem}${isFile && !isWorkbook ? ext : kind === 'csv' ? '.csv' : '.ndjson'}`);
}

/** @throws ReconError `usage` for the name of a workbook: office programs open no text under it */
export function checkReportName(typed: string): void {
  if (typed === '') throw new ReconError('usage', '--report is empty', { hint: '--report FILE' });
  if (![...WORKBOOKS, '.xls', '.ods'].includes(parse(typed).ext.toLowerCase())) return;
  throw new ReconError('usage', `--report ${shown(typed)} is the name of a workbook, and a report is text`, {
    hint: '--report FILE.csv, which Excel opens, too',
  });
}

/**
 * Makes sure, before anything is sent, that the report can be written and overwrites only an earlier report.
 * @throws ReconError `usage` or `storage`
 */
export async function claimReport(path: string, inputPath: string): Promise<void> {
  if ((await realPlace(path)) === (await realpath(inputPath))) {
    throw new ReconError('usage', `the report would replace ${shown(inputPath)} itself`, { hint: '--report FILE' });
  }
  const head = await headOf(path);
  if (head !== undefined && head !== '' && !/\brecon[_-]status\b/.test(head)) {
    throw new ReconError('usage', `${shown(path)} is there already and is no report of an import`, {
      hint: '--report FILE, for another place',
    });
  }
  const probe = `${path}.part`;
  try {
    await rm(probe, { force: true });
    await (await open(probe, 'wx', 0o600)).close();
    await rm(probe);
  } catch (error) {
    throw diskFailure(path, error);
  }
}

/** The first line, or enough of it to recognise the file. */
async function headOf(path: string): Promise<string | undefined> {
  const file = await openRegularFile(path).catch((error) => {
    const code = systemErrorCode(error.cause);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw code === undefined ? error : diskFailure(path, error.cause);
  });
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead).toString('utf8').split('\n', 1)[0] ?? '';
  } finally {
    await file.close();
  }
}

/** The path with its folder's links followed. */
export async function realPlace(path: string): Promise<string> {
  const full = resolve(path);
  const folder = await realpath(dirname(full)).catch(() => dirname(full));
  return join(folder, basename(full));
}
