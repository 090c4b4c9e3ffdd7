import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { Refusal } from '../../domain/refusal.ts';
import { tidyUp } from '../../domain/store.ts';
import { LIMITS } from '../../request-limits.ts';
import { uploaderOf } from '../../upload-slots.ts';
import { accountOf } from '../guard/access.ts';
import { typeParameter } from './charset.ts';
import { type ExaminedFiles, examineFiles } from './examine-files.ts';
import type { FileIntake, FormShape, ReceivedParts } from './fields.ts';
import { readMultipart } from './multipart.ts';
import { readUrlencoded } from './urlencoded.ts';

/** The problems are of single fields: unknown and repeated ones, and photos that do not pass. */
export interface ReceivedForm extends ExaminedFiles {
  fields: Map<string, string>;
  /** Removes the received files that are still there. Call it in every case. */
  discard(): Promise<void>;
}

export interface ReceiveOptions {
  /** Whose upload it is; that of the caller's account if left out. */
  uploader?: number;
  /** Called when the first photo begins, with the fields that came before it. */
  onPhotos?(fields: ReadonlyMap<string, string>): void;
}

/**
 * Receives a form, files to disk, and checks each field by itself.
 * @throws Refusal 400, 408, 413, 415 or 503 if the body as a whole cannot be taken; then none of it is kept.
 */
export async function receiveForm(
  request: FastifyRequest,
  deps: AppDeps,
  shape: FormShape,
  { uploader = uploaderOf(accountOf(request).id), onPhotos }: ReceiveOptions = {},
): Promise<ReceivedForm> {
  const leaveSlot = isUpload(request) ? await uploadSlot(deps, uploader) : undefined;
  const paths: string[] = [];
  const newPath = ({ fields }: ReceivedParts) => {
    if (paths.length === 0) onPhotos?.(fields);
    const path = deps.store.incoming.newPath();
    paths.push(path);
    return path;
  };
  const examinations: Promise<unknown>[] = [];
  const examine = (path: string) => {
    const examination = deps.decoder.examine(uploader, path);
    // Its failure is looked at when the body is whole.
    examination.catch(() => undefined);
    examinations.push(examination);
    return examination;
  };
  const discard = async () => {
    await Promise.allSettled(examinations);
    await tidyUp(deps.store, 'removing uploads', () => deps.store.incoming.drop(paths));
  };
  try {
    const parts = await readBody(request, shape, { newPath, examine });
    const examined = await examineFiles(parts.files);
    return { fields: parts.fields, ...examined, problems: [...parts.problems, ...examined.problems], discard };
  } catch (error) {
    await discard();
    throw error;
  } finally {
    leaveSlot?.();
  }
}

/** A body that may hold photos. */
export const isUpload = ({ headers }: FastifyRequest) => !(Number(headers['content-length']) < LIMITS.uploadBytes);

async function readBody(request: FastifyRequest, shape: FormShape, intake: FileIntake): Promise<ReceivedParts> {
  const type = request.headers['content-type'];
  if (request.isMultipart()) return readMultipart(request, shape, intake);
  if (Buffer.isBuffer(request.body)) return readUrlencoded(request.body, shape, typeParameter(type, 'charset'));
  if (type === undefined) return readUrlencoded(Buffer.of(), shape);
  throw new Refusal(415, 'refused', 'the body must be multipart/form-data');
}

/** Takes one of the limited slots for uploads, or refuses with 503. Returns a function that gives it back. */
async function uploadSlot({ uploads }: AppDeps, uploader: number): Promise<() => void> {
  const giveBack = await uploads.take(uploader);
  if (giveBack !== undefined) return giveBack;
  throw new Refusal(503, 'unavailable', 'too many uploads are under way', { hint: 'Send it again in a few seconds' });
}
