import { extname } from 'node:path';
import { type Line, ReconError } from '../errors.ts';
import { detectFormat, FORMAT_HEAD_BYTES } from '../photo/format.ts';

const SPREADSHEETS = ['.xlsx', '.xlsm', '.ods', '.xls', '.csv', '.tsv'];
const MAGIC_OF_ZIP = 'PK\x03\x04';
/** Of an old `.xls`, which is what other programs of its time save, too. */
const MAGIC_OF_OLE = '\xd0\xcf\x11\xe0';

/**
 * Why a file is not the JSON of one patient, where its content, or of a text its name, says what it is; undefined else.
 * @param head its first bytes, or all of it
 */
export function otherKind(head: Uint8Array, path: string, shown: string): ReconError | undefined {
  const text = Buffer.from(head.subarray(0, FORMAT_HEAD_BYTES)).toString('latin1');
  const isZip = text.startsWith(MAGIC_OF_ZIP);
  if (SPREADSHEETS.includes(extname(path).toLowerCase()) && (isZip || text.startsWith(MAGIC_OF_OLE) || isTable(text))) {
    return refused(`${shown} is a spreadsheet`, {
      command: ['patients', 'import', path],
      because: 'for the people in it',
    });
  }
  if (isZip) return refused(`${shown} is a zip archive`, 'unpack it, and give the folder of its photos with --photos');
  const format = detectFormat(head);
  if (format === 'pdf')
    return refused(`${shown} is a PDF document`, 'type what is in it, or give flags such as --name');
  if (format === undefined || format === 'svg') return undefined;
  return refused(
    `${shown} is a picture (${format.toUpperCase()})`,
    'give a photo with --front, --left or --right, or the folder of all with --photos',
  );
}

/** The first line has columns. */
const isTable = (text: string) => /^[^\n{[]*[,;\t]/.test(text);

const refused = (message: string, hint: Line) =>
  new ReconError('usage', `${message}, and not the fields of one patient as JSON`, { hint });
