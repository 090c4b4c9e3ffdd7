import { type ReconstructionType, VIEWS, type View } from '../contract/reconstruction.ts';
import { lookAtPhoto, lookAtSet, openPhoto, type PhotoLook, type SetLook } from './look.ts';
import { canFit, lookTogether, type TogetherOrder } from './look-together.ts';

/** The bytes of the photo of a view; undefined where there is none. */
export type ReadView = (view: View) => Promise<Uint8Array> | undefined;

/** Side photos are compared with the front photo. */
const IN_TURN: readonly View[] = ['front', ...VIEWS.filter((view) => view !== 'front')];

/** What a generation would say of each photo, of sides beside the front. */
export async function lookAtEach(type: ReconstructionType, read: ReadView): Promise<PhotoLook[]> {
  const looks: PhotoLook[] = [];
  for (const view of IN_TURN) {
    const bytes = await read(view);
    if (bytes === undefined) continue;
    const front = looks.find((one) => one.view === 'front');
    looks.push(lookAtPhoto(type, view, await openPhoto(bytes), front));
  }
  return looks;
}

/** The same of all of them together, as that generation does next. `people` are the bytes of `people.bin`. */
export async function lookAtAll(
  type: ReconstructionType,
  read: ReadView,
  { people, ...order }: TogetherOrder & { people: Uint8Array },
): Promise<SetLook> {
  const set = lookAtSet(type, await lookAtEach(type, read));
  return canFit(set) ? lookTogether(type, set, people, order) : set;
}
