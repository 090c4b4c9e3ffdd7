import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMeasure } from '../../contract/photo-rules.ts';
import { DEFAULT_PROVIDER, findProvider } from '../../contract/providers.ts';
import { MEASURES, type ReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import { viewName } from '../../contract/view-name.ts';
import type { Draft } from '../../core/draft.ts';
import type { PhotoLook, SetLook, Verdict } from '../../engine/look.ts';
import { hasCode } from '../../errors.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { Context } from '../context.ts';

export type { PhotoLook, SetLook, Verdict };

/** A photo to look at; nothing from `read` leaves it out. */
export interface PhotoToSee {
  view: View;
  /** The bytes need to stay only until the next one is read. */
  read(): Promise<Uint8Array | undefined>;
}

export interface Looking {
  /** Before each photo, and before all together: what goes on, for a progress line. */
  onStep(text: string): void;
  /** Other photos of the set, which were looked at before. */
  looked?: readonly PhotoLook[];
}

/** The front photo comes first: side photos are compared with it. */
const IN_TURN: readonly View[] = ['front', ...VIEWS.filter((view) => view !== 'front')];

/**
 * Looks at photos of one person with the engine's own checks, one after another, then at all together; while it looks at
 * one, the next is decoded. Photos of a folder that were opened before are not opened again, and the engine knows what it
 * saw in them. Nothing else of the client loads the engine.
 */
export async function lookAtPhotos(
  type: ReconstructionType,
  photos: readonly PhotoToSee[],
  draft: Draft,
  { onStep, looked = [] }: Looking,
  { signal, packageInfo }: Pick<Context, 'signal' | 'packageInfo'>,
): Promise<SetLook> {
  const loading = import('../../engine/look.ts');
  const opened = draft.photoFolder?.opened;
  const inTurn = IN_TURN.flatMap((view) => photos.filter((photo) => photo.view === view));
  const open = async (photo: PhotoToSee | undefined) => {
    const bytes = await photo?.read();
    const known = bytes && opened?.get(sha256Of(bytes));
    return known ?? (bytes && (await (await loading).openPhoto(bytes)));
  };
  const looks: PhotoLook[] = [...looked];
  let opening = open(inTurn[0]);
  for (const [at, { view }] of inTurn.entries()) {
    onStep(`looking at photo ${at + 1} of ${inTurn.length}: ${viewName(view)}`);
    const image = await opening;
    opening = open(inTurn[at + 1]);
    // Where the look ends in an error, nobody waits for it.
    opening.catch(() => {});
    signal.throwIfAborted();
    if (image === undefined) continue;
    const front = looks.find((look) => look.view === 'front');
    looks.push((await loading).lookAtPhoto(type, view, image, front));
    await turn();
  }
  const set = (await loading).lookAtSet(type, looks);
  const { canFit, lookTogether } = await import('../../engine/look-together.ts');
  if (!canFit(set)) return set;
  onStep('looking at all of them together');
  const people = await readFile(join(packageInfo().root, 'dist/people.bin'));
  await turn();
  signal.throwIfAborted();
  return lookTogether(type, set, people, orderOf(type, draft));
}

/** The first of these kinds of model that would take a photo; nothing for one that cannot be read. */
export async function kindTaking(
  { view, read }: PhotoToSee,
  kinds: readonly ReconstructionType[],
  { signal }: Pick<Context, 'signal'>,
): Promise<ReconstructionType | undefined> {
  const { lookAtPhoto, openPhoto } = await import('../../engine/look.ts');
  const bytes = await read();
  const image = bytes && (await openPhoto(bytes).catch(ifUnreadable));
  if (image === undefined) return undefined;
  for (const kind of kinds) {
    await turn();
    signal.throwIfAborted();
    if (lookAtPhoto(kind, view, image).verdict !== 'unusable') return kind;
  }
  return undefined;
}

function ifUnreadable(error: unknown): undefined {
  if (!hasCode(error, 'photo_rejected')) throw error;
  return undefined;
}

/** A look keeps this thread; between two, a spinner turns and Ctrl-C is heard. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function orderOf(type: ReconstructionType, { provider, measures }: Draft) {
  const cm = MEASURES.flatMap((name) => {
    const value = parseMeasure(measures[name] ?? '');
    return value === undefined ? [] : [[name, value] as const];
  });
  const { number } = findProvider(type, provider ?? '') ?? { number: DEFAULT_PROVIDER };
  return { provider: number, measures: Object.fromEntries(cm) };
}

/** A picture of all photos with what was seen in them. */
export async function pictureOf(set: SetLook, format: 'jpeg' | 'png'): Promise<Uint8Array> {
  return (await import('../../engine/render/draw-looks.ts')).drawLooks(set, format);
}
