import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../limits.ts';
import { fileProblem, takeText, tooLarge, tooLong } from './fields.ts';
import type { FormShape, ReceivedFile, ReceivedParts } from './receive-form.ts';

/** Reads a multipart body: text to memory, files to `newPath()`, both within the limits. */
export async function readMultipart(
  request: FastifyRequest,
  shape: FormShape,
  newPath: () => string,
): Promise<ReceivedParts> {
  const parts: ReceivedParts = { fields: new Map(), files: [], problems: [] };
  const total = countBytes(request);
  try {
    for await (const part of request.parts(PARSER)) {
      if (part.type === 'file') await takeFile(parts, shape, part, newPath);
      else takeField(parts, shape, part);
      total.check();
    }
  } catch (error) {
    total.check();
    throw asRefusedBody(error);
  } finally {
    total.stop();
  }
  total.check();
  return parts;
}

const PARSER = {
  limits: {
    files: LIMITS.files,
    fields: LIMITS.fields,
    parts: LIMITS.parts,
    headerPairs: LIMITS.headerPairs,
    fieldSize: LIMITS.fieldBytes,
    fileSize: LIMITS.fileBytes,
  },
};

/** The framework's own body limit does not see multipart bodies, so bytes are counted on the stream. */
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
    // The parser's way out of a body: it ends the part that is being read, and the reading loop with it.
    if (seen > LIMITS.totalBytes) request.raw.emit('error', tooLarge('the body is too large'));
  };
  request.raw.on('data', count);
  return { check, stop: () => request.raw.off('data', count) };
}

function takeField(parts: ReceivedParts, shape: FormShape, part: Exclude<Multipart, MultipartFile>): void {
  if (part.valueTruncated || part.fieldnameTruncated) throw tooLong(part.fieldname);
  const name = String(part.fieldname);
  if (typeof part.value === 'string') takeText(parts, shape, name, part.value);
  else parts.problems.push({ field: name, message: 'must be plain text' });
}

async function takeFile(
  parts: ReceivedParts,
  shape: FormShape,
  part: MultipartFile,
  newPath: () => string,
): Promise<void> {
  const name = String(part.fieldname);
  const problem = fileProblem(parts, shape, name);
  if (problem !== undefined) {
    parts.problems.push({ field: name, message: problem });
    part.file.resume();
    return;
  }
  const received = await writeFile(part, newPath());
  if (part.file.truncated) throw tooLarge(`${name} is larger than ${LIMITS.fileBytes / 1e6} MB`);
  // A browser sends an empty part for a file field that was left alone.
  if (received.sizeBytes > 0 || part.filename !== '') parts.files.push({ field: name, ...received });
}

async function writeFile(part: MultipartFile, path: string): Promise<Omit<ReceivedFile, 'field'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

/** The parser's complaints, which the framework would answer with 500, are about the request. */
function asRefusedBody(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return tooLarge('the body has too many parts');
  if (/^(ENOSPC|EDQUOT|EIO|EMFILE|ENFILE|EACCES|EROFS)$/.test(code)) return error;
  return new Refusal(400, 'refused', 'the multipart body is malformed or was cut off');
}
