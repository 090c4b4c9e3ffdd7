import { Writable } from 'node:stream';
import { hasCode, ReconError } from '../../errors.ts';
import { withArchive } from '../archive/open-archive.ts';
import { unpackEntry } from '../archive/unpack-entry.ts';
import { shown } from '../shown.ts';
import { SAVE_ANEW } from './table.ts';

/** All parts unpacked: 100,000 patients take less. */
const MAX_UNPACKED_BYTES = 200 * 1024 ** 2;
const PARTS_WE_READ = /^(xl\/workbook\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml|mimetype)$/;

/** A worksheet as the workbook lists it. */
export interface SheetPart {
  isHidden: boolean;
  /** Its XML; empty for a chart. */
  xml: string;
}

/**
 * Passes the file through the checks of an archive, all its bytes included, and gives its worksheets in their order.
 * @throws ReconError `unsafe_archive` if it fails a check, `usage` if it is another kind of file
 */
export async function readSheetParts(path: string): Promise<SheetPart[]> {
  const parts = await unpacked(path).catch((error) => {
    if (!hasCode(error, 'unsafe_archive')) throw error;
    const message = error.message.replace(/^the archive/, `${shown(path)} is not read: its zip`);
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
  return tags(workbook, 'sheet')
    .filter((tag) => attribute(tag, 'name') !== '')
    .map((tag) => ({
      isHidden: /^(veryH|h)idden$/.test(attribute(tag, 'state')),
      xml: parts.get(targets.get(attribute(tag, '(?:\\w+:)?id')) ?? '') ?? '',
    }));
}

async function unpacked(path: string): Promise<Map<string, string>> {
  return await withArchive(path, async ({ zip, entries }) => {
    const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (total > MAX_UNPACKED_BYTES) {
      throw new ReconError('unsafe_archive', `the archive would unpack to ${Math.round(total / 1024 ** 2)} MB`);
    }
    const parts = new Map<string, string>();
    for (const file of entries) {
      if (file.name.endsWith('/')) continue;
      const pieces: Buffer[] = [];
      const isRead = PARTS_WE_READ.test(file.name);
      const sink = new Writable({
        write: (piece: Buffer, _encoding, done) => {
          if (isRead) pieces.push(piece);
          done();
        },
      });
      await unpackEntry(zip, file, sink);
      if (isRead) parts.set(file.name, Buffer.concat(pieces).toString('utf8'));
    }
    return parts;
  });
}

function noWorkbook(path: string, mimetype: string): ReconError {
  const what = mimetype.includes('opendocument') ? 'an OpenDocument spreadsheet (.ods)' : 'a zip file, but no .xlsx';
  return new ReconError('usage', `${shown(path)} is ${what}, which an import does not read`, { hint: SAVE_ANEW });
}

const partName = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

const tags = (xml: string, name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? [];

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';
