import { type FileHandle, open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { ReconError } from '../../errors.ts';
import { READ_NOW } from '../../system/open-flags.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import { shown } from '../shown.ts';

const PIECE_BYTES = 64 * 1024;
/** A longer line cannot be a patient. */
export const MAX_LINE_CHARACTERS = 1_000_000;

/**
 * Opens a file without ever waiting for a pipe.
 * @throws ReconError `usage`
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, READ_NOW).catch((error) => {
    throw unusableInput(path, whyNotRead(error), error);
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw unusableInput(path, 'is no regular file');
}

export function unusableInput(path: string, why: string, cause?: unknown): ReconError {
  return new ReconError('usage', `${shown(path)} ${why}`, {
    hint: { command: ['patients', 'import', '--help'] },
    cause,
  });
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file's bytes, piece by piece; a piece holds until the next one is asked for. */
export async function* bytePieces(path: string): AsyncGenerator<Buffer> {
  const file = await openRegularFile(path);
  try {
    yield* piecesOf(file);
  } finally {
    await file.close();
  }
}

/** The same of a file that stays open, from its begin. */
export async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, piece.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/**
 * A file's text, piece by piece and with its byte order mark: in the given encoding, else UTF-8, or the UTF-16 that
 * spreadsheets call "Unicode text" and that always has such a mark.
 * @throws ReconError `usage` that names the line if the text is not so encoded
 */
export async function* textPieces(path: string, encoding?: Encoding): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let lines = 1;
  for await (const bytes of bytePieces(path)) {
    decoder ??= new TextDecoder(encoding ?? encodingOfMark(bytes) ?? 'utf-8', { fatal: true, ignoreBOM: true });
    const text = decoded(decoder, bytes, path, lines);
    lines += newlines(text);
    if (text !== '') yield text;
  }
  // A character may be cut at the end.
  if (decoder !== undefined) decoded(decoder, Buffer.alloc(0), path, lines);
}

/** Lines of a text that comes in pieces. A line that is too long is cut, which its length shows. */
export async function* linesOf(pieces: AsyncIterable<string>, longest = MAX_LINE_CHARACTERS): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield withoutReturn(line);
    if (rest.length > longest) {
      yield rest;
      return;
    }
  }
  if (rest !== '') yield withoutReturn(rest);
}

const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** UTF-16 by the mark that it begins with. */
export function encodingOfMark([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function decoded(decoder: TextDecoder, bytes: Buffer, path: string, line: number): string {
  let text: string;
  try {
    text = decoder.decode(bytes, { stream: bytes.length > 0 });
  } catch (error) {
    const readable = new TextDecoder(decoder.encoding).decode(bytes);
    throw notText(path, line + newlines(readable.slice(0, Math.max(0, readable.indexOf('\ufffd')))), error);
  }
  // A NUL means UTF-16 without its mark, or no text at all.
  const nul = text.indexOf('\0');
  if (nul >= 0) throw notText(path, line + newlines(text.slice(0, nul)));
  return text;
}

function notText(path: string, line: number, cause?: unknown): ReconError {
  return new ReconError('usage', `${shown(path)} is not UTF-8 text: look at line ${line}`, {
    details: ['a spreadsheet saves it so under "CSV UTF-8"'],
    cause,
  });
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
