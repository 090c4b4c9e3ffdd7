import type { FileHandle } from 'node:fs/promises';
import {
  type Entry,
  type ExtraField,
  getFileNameLowLevel,
  type LocalFileHeader,
  parseExtraFields,
  type ZipFile,
} from 'yauzl';
import { shown } from '../shown.ts';
import type { DirectoryPlace } from './end-record.ts';
import { NameTree } from './entry-names.ts';
import { type Range, refuseStrayBytes } from './ranges.ts';
import { refuseArchive } from './refusal.ts';

const MAX_ENTRIES = 10_000;
/** Ten times the size for names of usual length; the list is held in memory. */
const MAX_LIST_BYTES = 8 * 1024 ** 2;
/** Writers put times and owners there, in about 30 bytes. */
const MAX_EXTRA_BYTES = 2048;
const MAX_ENTRY_BYTES = 2 * 1024 ** 3;
const MAX_TOTAL_BYTES = 4 * 1024 ** 3;
/** Small files may compress better than this; a large file that does is a zip bomb. */
const MAX_RATIO = 200;
const RATIO_COUNTS_ABOVE_BYTES = 16 * 1024 ** 2;

const STORED = 0;
export const DEFLATED = 8;
const ENCRYPTED = 0x0001 | 0x0040 | 0x2000;
/** Sizes and checksum are after the data and not before it. */
const SIZES_FOLLOW = 0x0008;
const UTF8_NAME = 0x0800;
const ELSEWHERE_32 = 0xffffffff;
/** The extra field of Info-ZIP that holds a name in UTF-8. */
const UNICODE_PATH = 0x7075;
const SLASH = 0x2f;

/** A file or folder that may be unpacked, as far as the list tells. */
export interface ArchiveEntry {
  /** The name; it ends in `/` for a folder. */
  name: string;
  sizeBytes: number;
  /** The entry for yauzl. */
  entry: Entry;
}

/** True for anything but a folder. */
export const isFile = ({ name }: ArchiveEntry): boolean => !name.endsWith('/');

/**
 * Reads the whole list of files and refuses the archive for any fault in it; nothing is unpacked yet. `place` is the
 * expected place of the list, `handle` is the same file.
 */
export async function readEntries(
  zip: ZipFile,
  handle: FileHandle,
  { offset, sizeBytes, entryCount }: DirectoryPlace,
): Promise<ArchiveEntry[]> {
  if (sizeBytes > MAX_LIST_BYTES) throw refuseArchive('its list of files is larger than 8 MB');
  if (entryCount > MAX_ENTRIES)
    throw refuseArchive(`it has ${entryCount} entries; at most ${MAX_ENTRIES} are unpacked`);
  const found: ArchiveEntry[] = [];
  const names = new NameTree();
  const ranges: Range[] = [];
  let listBytes = 0;
  for await (const entry of zip.eachEntry()) {
    listBytes += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (listBytes > sizeBytes) break;
    const name = nameOf(entry, entry.fileNameRaw, entry.extraFields);
    if (entry.extraFieldLength > MAX_EXTRA_BYTES) throw refuseArchive(`${shown(name)} has too much beside its name`);
    entry.extraFields = [];
    names.add(name);
    refuseKind(entry, name);
    const header = await zip.readLocalFileHeaderPromise(entry);
    refuseDisagreement(entry, header, name);
    ranges.push({
      ...{ name, entry, sizesFollow: sizesFollow(header) },
      ...{ start: entry.relativeOffsetOfLocalHeader, end: header.fileDataStart + entry.compressedSize },
    });
    found.push({ name, sizeBytes: entry.uncompressedSize, entry });
  }
  if (!found.some(isFile)) throw refuseArchive('there is no file in it');
  if (sizeBytes !== listBytes) throw refuseArchive('its list of files does not have the length it should');
  refuseSizes(found, zip.fileSize);
  await refuseStrayBytes(handle, ranges, offset);
  return found;
}

/**
 * The name in `raw`. A writer that does not use UTF-8 there may put the UTF-8 name into an extra field, with the
 * checksum of `raw`. If `raw` is UTF-8, a different name there would be a second name and is refused.
 */
function nameOf({ generalPurposeBitFlag: flags }: Flagged, raw: Buffer, extraFields: readonly ExtraField[]): string {
  const saysUtf8 = (flags & UTF8_NAME) !== 0;
  const isText = isUtf8(raw);
  if (saysUtf8 && !isText) throw refuseArchive('a file in it has a name that is not text');
  const [path, ...others] = unicodePathsOf(extraFields);
  // Many writers use UTF-8 without saying so; bytes that are no UTF-8 are in the old code page of DOS.
  const name = getFileNameLowLevel(isText ? flags | UTF8_NAME : flags, raw, path === undefined ? [] : [path], true);
  const isOne = others.every(({ data }) => data.equals(path!.data)) && name.endsWith('/') === (raw.at(-1) === SLASH);
  if (!isOne || (saysUtf8 && name !== raw.toString())) throw disagreement(name);
  return name;
}

type Flagged = Pick<Entry, 'generalPurposeBitFlag'>;

const unicodePathsOf = (fields: readonly ExtraField[]) => fields.filter(({ id }) => id === UNICODE_PATH);

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Only plain files and folders, stored or deflated, readable without a password. */
function refuseKind(entry: Entry, name: string): void {
  const isFolder = name.endsWith('/');
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (fileType === 0o120000) throw refuseArchive(`${shown(name)} is a symbolic link`);
  if (fileType !== 0 && fileType !== (isFolder ? 0o040000 : 0o100000)) {
    throw refuseArchive(`${shown(name)} is neither a plain file nor a folder`);
  }
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw refuseArchive(`${shown(name)} is encrypted`);
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED)
    throw refuseArchive(`${shown(name)} is compressed by a method we do not know (${method})`);
  if (method === STORED && entry.compressedSize !== entry.uncompressedSize)
    throw refuseArchive(`${shown(name)} lies about its size`);
  if (isFolder && entry.uncompressedSize > 0) throw refuseArchive(`${shown(name)} is a folder with content of its own`);
}

/** The header before a file must agree with the list, or two programs would unpack different files. */
function refuseDisagreement(entry: Entry, header: LocalFileHeader, name: string): void {
  const agree =
    entry.fileNameRaw.equals(header.fileName) &&
    hasName(header, name) &&
    entry.compressionMethod === header.compressionMethod &&
    ((entry.generalPurposeBitFlag ^ header.generalPurposeBitFlag) & ENCRYPTED) === 0 &&
    (sizesFollow(header) || sizesAgree(entry, header));
  if (!agree) throw disagreement(name);
}

/** A program that reads an archive from its beginning sees this name and not the list. */
function hasName(header: LocalFileHeader, name: string): boolean {
  const paths = unicodePathsOf(fieldsOf(header));
  return paths.length === 0 || nameOf(header, header.fileName, paths) === name;
}

/** Extra fields that cannot be read before a file contain no name. */
function fieldsOf({ extraField }: LocalFileHeader): ExtraField[] {
  try {
    return parseExtraFields(extraField);
  } catch {
    return [];
  }
}

const disagreement = (name: string) => refuseArchive(`${shown(name)} is described in two ways that do not agree`);

const sizesFollow = (header: LocalFileHeader) => (header.generalPurposeBitFlag & SIZES_FOLLOW) !== 0;

function sizesAgree(entry: Entry, header: LocalFileHeader): boolean {
  const same = (local: number, listed: number) => local === listed || local === ELSEWHERE_32;
  return (
    entry.crc32 === header.crc32 &&
    same(header.compressedSize, entry.compressedSize) &&
    same(header.uncompressedSize, entry.uncompressedSize)
  );
}

function refuseSizes(entries: readonly ArchiveEntry[], archiveBytes: number): void {
  for (const { name, sizeBytes, entry } of entries) {
    if (sizeBytes > MAX_ENTRY_BYTES) throw refuseArchive(`${shown(name)} would be larger than 2 GB`);
    if (isBomb(sizeBytes, entry.compressedSize))
      throw refuseArchive(`${shown(name)} would grow more than ${MAX_RATIO}-fold`);
  }
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > MAX_TOTAL_BYTES) throw refuseArchive('it would unpack to more than 4 GB');
  if (isBomb(total, archiveBytes)) throw refuseArchive(`it would grow more than ${MAX_RATIO}-fold`);
}

const isBomb = (unpacked: number, packed: number) =>
  unpacked > RATIO_COUNTS_ABOVE_BYTES && unpacked > packed * MAX_RATIO;
