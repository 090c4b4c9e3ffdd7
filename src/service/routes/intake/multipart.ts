import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../request-limits.ts';
import { decodeText, typeParameter } from './charset.ts';
import {
  type FileIntake,
  type FormShape,
  fieldTooLarge,
  fileProblem,
  noParts,
  type ReceivedFile,
  type ReceivedParts,
  takeText,
  tooLarge,
  tooLong,
} from './fields.ts';
import { watchPace } from './pace.ts';
import { createPartHeads } from './part-heads.ts';

/** Reads a multipart body within the limits: text into memory, files to the disk. */
export async function readMultipart(
  request: FastifyRequest,
  shape: FormShape,
  intake: FileIntake,
): Promise<ReceivedParts> {
  const parts = noParts(shape);
  const total = countBytes(request);
  const { headAt, count } = watchHeads(request);
  const pace = watchPace(request);
  const taken = { fields: 0, files: 0 };
  try {
    for await (const part of request.parts(PARSER) as AsyncIterable<MultipartFile>) {
      const charset = headAt(taken.fields + taken.files);
      taken[isFile(part) ? 'files' : 'fields'] += 1;
      if (taken.fields > LIMITS.fields || taken.files > LIMITS.files) throw tooManyParts();
      if (isFile(part)) await takeFile(parts, part, intake);
      else await takeField(parts, part, charset);
      total.check();
    }
  } catch (error) {
    total.check();
    pace.check();
    throw asRefusedBody(error);
  } finally {
    total.stop();
    pace.stop();
  }
  total.check();
  pace.check();
  if (taken.fields + taken.files !== count()) throw namelessPart();
  return parts;
}

const PARSER = {
  limits: {
    // The limits of texts and of photos are counted below.
    files: LIMITS.parts,
    parts: LIMITS.parts,
    headerPairs: LIMITS.headerPairs,
    fileSize: LIMITS.fileBytes,
  },
  // Every part is read as bytes: the parser decodes texts and does not tell if it had to replace bytes.
  isPartAFile: () => true,
};

/** True for a part that the parser would take for a file by itself. */
const isFile = ({ mimetype, filename }: MultipartFile) =>
  mimetype === 'application/octet-stream' || (filename as string | undefined) !== undefined;

/** Finds the charset that each part declares (else that of the whole body), and the number of parts. */
function watchHeads(request: FastifyRequest) {
  const type = request.headers['content-type'];
  const boundary = typeParameter(type, 'boundary');
  if (boundary === undefined) throw malformed();
  const { heads, push } = createPartHeads(boundary);
  request.raw.on('data', push);
  const charset = typeParameter(type, 'charset');
  return { headAt: (index: number) => heads[index]?.charset ?? charset, count: () => heads.length };
}

/** The framework's own body limit does not see multipart bodies, so their bytes are counted on the stream. */
function countBytes(request: FastifyRequest) {
  const declared = Number(request.headers['content-length'] ?? 0);
  let seen = 0;
  const check = () => {
    if (Math.max(seen, declared) > LIMITS.totalBytes)
      throw tooLarge(`the body is larger than ${LIMITS.totalBytes / 1e6} MB`);
  };
  check();
  const count = (chunk: Buffer) => {
    seen += chunk.length;
    // An error on the request makes the parser end the current part, and the reading loop with it.
    if (seen > LIMITS.totalBytes) request.raw.emit('error', tooLarge('the body is too large'));
  };
  request.raw.on('data', count);
  return { check, stop: () => request.raw.off('data', count) };
}

async function takeField(parts: ReceivedParts, part: MultipartFile, charset: string | undefined): Promise<void> {
  const name = nameOf(part);
  const bytes = await readText(part);
  if (bytes === undefined) throw tooLong(name);
  const problem = textProblem(part);
  if (problem === undefined) takeText(parts, name, decodeText(bytes, charset, name));
  else parts.problems.push({ field: name, message: problem });
}

/** Reads the whole part; undefined if it is longer than a field may be. */
async function readText({ file }: MultipartFile): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LIMITS.fieldBytes) chunks.push(chunk);
  }
  return length > LIMITS.fieldBytes ? undefined : Buffer.concat(chunks);
}

/** Text in any other encoding would be stored in that encoding, so it is refused. */
function textProblem({ mimetype, encoding }: MultipartFile): string | undefined {
  if (mimetype === 'application/json') return 'must be plain text';
  return /^(7bit|8bit|binary)$/.test(encoding)
    ? undefined
    : `must be sent without an encoding, not as ${encoding.slice(0, 40)}`;
}

const nameOf = ({ fieldname }: MultipartFile) => (fieldname as string | undefined) ?? '';

async function takeFile(parts: ReceivedParts, part: MultipartFile, { newPath, examine }: FileIntake): Promise<void> {
  const name = nameOf(part);
  const problem = fileProblem(parts, name);
  if (problem !== undefined) {
    parts.problems.push({ field: name, message: problem });
    part.file.resume();
    return;
  }
  const received = await writeFile(part, newPath(parts));
  if (part.file.truncated) throw fieldTooLarge(name, `is larger than ${LIMITS.fileBytes / 1e6} MB`);
  // A browser sends an empty part for a file field that was left alone.
  if (received.sizeBytes === 0 && part.filename === '') return;
  parts.files.push({ field: name, ...received, examination: examine(received.path) });
}

/** So much is held back while the disk writes; in pieces of this size, writing takes half the time. */
const WRITTEN_TOGETHER_BYTES = 1 << 20;

async function writeFile(part: MultipartFile, path: string): Promise<Omit<ReceivedFile, 'field' | 'examination'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  part.file.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    sizeBytes += chunk.length;
  });
  const options = { flags: 'wx', mode: 0o600, highWaterMark: WRITTEN_TOGETHER_BYTES };
  const file = createWriteStream(path, options);
  try {
    await pipeline(part.file, file);
  } catch (error) {
    // A file that is still being opened would come into being after the clearing up.
    if (!file.closed) await once(file, 'close');
    throw error;
  }
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

/** The parser's complaints are about the request; the framework would answer them with 500. */
function asRefusedBody(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return tooManyParts();
  if (/^(ENOSPC|EDQUOT|EIO|EMFILE|ENFILE|EACCES|EROFS)$/.test(code)) return error;
  return malformed();
}

const tooManyParts = () => tooLarge('the body has too many parts');
const malformed = () => new Refusal(400, 'refused', 'the multipart body is malformed or was cut off');
const namelessPart = () =>
  new Refusal(400, 'refused', 'a part of the multipart body has no name', {
    hint: 'Give each its Content-Disposition: form-data; name="…"',
  });
