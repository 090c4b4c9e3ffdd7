import { basename } from 'node:path';
import type { PatientAnswer } from '../../contract/answers.ts';
import {
  generationStateOf,
  isEarlierModel,
  type ReconstructionType,
  type View,
} from '../../contract/reconstruction.ts';
import type { Reply } from '../../core/answer.ts';
import { chosenOf } from '../../core/chosen-reconstructions.ts';
import { listed } from '../../core/draft.ts';
import { failureReason } from '../../core/failure-reason.ts';
import type { PreparedPhoto } from '../../core/photos.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { Context } from '../context.ts';
import { viewsAtFault } from '../next-steps.ts';
import { longReason } from '../output/short-reason.ts';
import type { KnownPhotos } from './photos-of-others.ts';

/** What to do where a photo is given again that a generation has failed of. */
export const TAKEN_ANEW = 'give another photo';

/** The patient before photos are sent for a model, or for an after-record. */
export interface SentAgain {
  id: string;
  type: ReconstructionType;
  purpose: 'update' | 'after';
  before: Reply<PatientAnswer>;
}

/**
 * Photos that are the very ones that the last generation was given for these views and failed of, as its reason says.
 * `fetches`: of a service that does not tell which these are, the pictures that it shows may be fetched.
 */
export async function photosThatFailed(
  photos: readonly PreparedPhoto[],
  sent: SentAgain,
  { fetches }: { fetches: boolean },
  context: Context,
): Promise<KnownPhotos[]> {
  const { id, type, before } = sent;
  const after = sent.purpose === 'after' ? before.afters?.filter((one) => one.type === type).at(-1)?.number : undefined;
  if (sent.purpose === 'after' && after === undefined) return [];
  const told = before.failedPhotos?.[after === undefined ? type : `${type}.${after}`];
  const isSame = async ({ view, sha256 }: PreparedPhoto) => {
    const sum = told?.[view];
    if (sum !== undefined) return sha256.startsWith(sum);
    return fetches && told === undefined && after === undefined && (await sumShown(view, sent, context)) === sha256;
  };
  const same: PreparedPhoto[] = [];
  for (const photo of photos) if (await isSame(photo)) same.push(photo);
  if (same.length === 0) return [];
  const client = await context.client();
  const source = after === undefined ? client : client.afterDownloads(after);
  const reason = await failureReason(source, id, type);
  const named = reason === undefined ? [] : viewsAtFault(reason, type);
  const again = same.filter(({ view }) => named.includes(view));
  // With another photo beside it, one of two that did not go together may be good.
  const isOther = (view: View) => photos.some((photo) => photo.view === view && !same.includes(photo));
  if (reason === undefined || again.length === 0 || named.some(isOther)) return [];
  const files = listed(again.map(({ sourcePath }) => basename(sourcePath)));
  const are = again.length === 1 ? `the photo ${files} is the one` : `the photos ${files} are those`;
  const sentence = `${are} that failed before: ${longReason(reason)}`;
  return [
    { views: again.map(({ view }) => view), finding: { reason: 'views_inconsistent', sentence, hint: TAKEN_ANEW } },
  ];
}

/** Of a failed generation a service shows its own photos, unless it keeps an earlier model. */
async function sumShown(view: View, { before, type }: SentAgain, context: Context): Promise<string | undefined> {
  const model = chosenOf(before, type)[0];
  if (generationStateOf(model?.status) !== 'failed' || isEarlierModel(model, { isOurs: false })) return undefined;
  const address: unknown = view === 'left' || view === 'front' || view === 'right' ? model?.[view] : undefined;
  if (typeof address !== 'string') return undefined;
  try {
    return sha256Of(await (await context.client()).fetchPicture(address, await context.withoutToken()));
  } catch (error) {
    if (context.signal.aborted) throw error;
    context.streams.detail(
      `not compared with the photo that failed: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}
