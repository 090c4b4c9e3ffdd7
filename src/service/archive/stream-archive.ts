import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { sha256Of } from '../../system/sha256.ts';
import type { FileFacts } from '../storage/blob-store.ts';
import { type ByteRange, cutStream } from './range.ts';

export interface PlannedEntry extends FileFacts {
  /** Path inside the archive, such as `photos/front.jpg`. */
  name: string;
  modifiedAt: Date;
  /** Opens the content, `sizeBytes` long. Called at most once per download, when the entry is due. */
  open(): Readable;
}

/** A zip whose size and checksum are known before any of it is made. */
export interface ArchivePlan {
  sizeBytes: number;
  /** A strong validator, with its quotes: two are equal only if all bytes are equal. */
  etag: string;
  /** Gives the bytes, or a range of them. Destroying the stream closes the file that it is reading. */
  open(range?: ByteRange): Readable;
}

/** An entry made of text, such as `patient.json`. */
export function textEntry(name: string, text: string, modifiedAt: Date): PlannedEntry {
  const bytes = Buffer.from(text);
  return { name, sizeBytes: bytes.length, sha256: sha256Of(bytes), modifiedAt, open: () => Readable.from([bytes]) };
}

/**
 * Plans a zip of these entries, in this order, followed by a `SHA256SUMS`.
 *
 * Nothing is compressed: photos and textures already are, and only a zip without compression has a size that is known
 * in advance. The client gets a Content-Length, exact progress, and ranges to resume with.
 */
export function planArchive(entries: readonly PlannedEntry[]): ArchivePlan {
  const all = [...entries, checksumsEntry(entries)];
  return {
    sizeBytes: sizeOf(all),
    etag: `"${sha256Of(JSON.stringify(all.map(identityOf)))}"`,
    open: (range) => (range === undefined ? streamOf(all) : cutStream(() => streamOf(all), range)),
  };
}

/** The facts that decide the bytes. yazl writes local time into headers, so the offset from UTC is one of them. */
function identityOf({ name, sizeBytes, sha256, modifiedAt }: PlannedEntry) {
  return [name, sizeBytes, sha256, modifiedAt.getTime(), modifiedAt.getTimezoneOffset()];
}

/** Uses the format of `sha256sum` (coreutils), which escapes a backslash or line break in a name. */
function checksumsEntry(entries: readonly PlannedEntry[]): PlannedEntry {
  for (const { name } of entries) {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name)) throw new Error(`${JSON.stringify(name)} is no archive name`);
  }
  const lines = entries.map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  const newest = Math.max(0, ...entries.map(({ modifiedAt }) => modifiedAt.getTime()));
  return textEntry('SHA256SUMS', lines.join(''), new Date(newest));
}

/** Asks yazl for the size, which it knows as soon as the list is closed; none of these streams is ever opened. */
function sizeOf(entries: readonly PlannedEntry[]): number {
  let sizeBytes = -1;
  const zip = zipOf(entries, () => {});
  closeZip(zip, (size) => {
    sizeBytes = size;
  });
  if (sizeBytes < 0) throw new Error('an archive of stored entries has no known size');
  return sizeBytes;
}

type OpenEntry = (entry: PlannedEntry, callback: (error: unknown, content: NodeJS.ReadableStream) => void) => void;

function zipOf(entries: readonly PlannedEntry[], open: OpenEntry): ZipFile {
  const zip = new ZipFile();
  for (const entry of entries) {
    const options = { size: entry.sizeBytes, mtime: entry.modifiedAt, mode: 0o100644, compress: false };
    zip.addReadStreamLazy(entry.name, options, (callback) => open(entry, callback));
  }
  return zip;
}

/** The published type of `end` hides that its callback gets the size. */
function closeZip(zip: ZipFile, onSize: (sizeBytes: number) => void): void {
  zip.end({ forceZip64Format: false, comment: '' }, (...[sizeBytes]: unknown[]) => onSize(Number(sizeBytes)));
}

/** yazl forwards no error of a content stream and does not close it when the reader leaves, so both are done here. */
function streamOf(entries: readonly PlannedEntry[]): Readable {
  let current: Readable | undefined;
  const zip = zipOf(entries, (entry, callback) => {
    current = entry.open();
    // It may have been opened before, and have failed since.
    if (current.errored) return fail(current.errored);
    current.once('error', fail);
    callback(null, current);
  });
  const output = zip.outputStream as Readable;
  // A file may be gone before anybody reads, as when a model is made anew: an error that nobody hears ends the process.
  // Whoever reads later still gets it.
  output.on('error', () => {});
  function fail(error: Error) {
    output.destroy(error);
  }
  zip.once('error', fail);
  output.once('close', () => current?.destroy());
  closeZip(zip, () => {});
  return output;
}
