import { type Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { hasCode, ReconError } from '../../errors.ts';
import { type ArchiveEntry, isFile } from '../archive/entries.ts';
import { withArchive } from '../archive/open-archive.ts';
import { refuseArchive } from '../archive/refusal.ts';
import { unpackEntry } from '../archive/unpack-entry.ts';
import { shown } from '../shown.ts';
import { SAVE_ANEW } from './table.ts';
import { attribute, tags } from './xml-tags.ts';

/** More of XML than this needs more memory than a desk has; a CSV file of any length needs little. */
const MAX_XML_BYTES = 50 * 1024 ** 2;
const XML = /\.(xml|xml\.rels)$/;

/** A worksheet as the workbook lists it. */
export interface SheetPart {
  isHidden: boolean;
  /** Its XML; empty for a chart. */
  xml: string;
}

export interface WorkbookParts {
  /** In the order of the workbook. */
  sheets: SheetPart[];
  /** The XML of its styles. */
  styles: string;
  /** A zip of the parts that were checked, for the reader of workbooks. */
  bytes: ArrayBuffer;
}

/**
 * Passes a workbook through the checks of an archive, all its bytes included, and gives the parts that are read.
 * @throws ReconError `unsafe_archive` if it fails a check, `usage` if it is another kind of file
 */
export async function readWorkbookParts(path: string): Promise<WorkbookParts> {
  const parts = await unpacked(path).catch((error) => {
    if (!hasCode(error, 'unsafe_archive')) throw error;
    const message = error.message.replace(/^the archive is refused/, `${shown(path)} is refused as a zip file`);
    throw error.with({ message, hint: SAVE_ANEW });
  });
  const workbook = parts.get('xl/workbook.xml');
  if (workbook === undefined) throw noWorkbook(path, parts.get('mimetype') ?? '');
  const targets = new Map(
    tags(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      partName(attribute(tag, 'Target')),
    ]),
  );
  const sheets = tags(workbook, 'sheet')
    .filter((tag) => attribute(tag, 'name') !== '')
    .map((tag) => ({
      isHidden: /^(veryH|h)idden$/.test(attribute(tag, 'state')),
      xml: parts.get(targets.get(attribute(tag, '(?:\\w+:)?id')) ?? '') ?? '',
    }));
  return { sheets, styles: parts.get('xl/styles.xml') ?? '', bytes: await zipOf(parts) };
}

async function unpacked(path: string): Promise<Map<string, string>> {
  return await withArchive(path, async ({ zip, entries }) => {
    const files = entries.filter(isFile);
    const isRead = ({ name }: ArchiveEntry) => XML.test(name) || name === 'mimetype';
    const xmlBytes = files.filter(isRead).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (xmlBytes > MAX_XML_BYTES) {
      throw refuseArchive(`its sheets would unpack to ${Math.round(xmlBytes / 1e6)} MB; save a list so long as CSV`);
    }
    const parts = new Map<string, string>();
    for (const file of files) {
      const pieces: Buffer[] = [];
      const sink = new Writable({
        write: (piece: Buffer, _encoding, done) => {
          if (isRead(file)) pieces.push(piece);
          done();
        },
      });
      await unpackEntry(zip, file, sink);
      if (isRead(file)) parts.set(file.name, withWholeCharacters(Buffer.concat(pieces).toString('utf8')));
    }
    return parts;
  });
}

/** The reader takes only the lower half of a number like `&#128512;`, which stands for a letter of a name. */
const withWholeCharacters = (xml: string) =>
  xml.replaceAll(/&#(?:x([0-9a-f]{5,6})|(\d{5,7}));/gi, (written, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });

async function zipOf(parts: ReadonlyMap<string, string>): Promise<ArrayBuffer> {
  const zip = new ZipFile();
  for (const [name, xml] of parts) if (XML.test(name)) zip.addBuffer(Buffer.from(xml), name, { compress: false });
  zip.end();
  const bytes = await buffer(zip.outputStream as Readable);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

function noWorkbook(path: string, mimetype: string): ReconError {
  const what = mimetype.includes('opendocument') ? 'an OpenDocument spreadsheet (.ods)' : 'a zip file, but no .xlsx';
  return new ReconError('usage', `${shown(path)} is ${what}, which an import does not read`, { hint: SAVE_ANEW });
}

const partName = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);
