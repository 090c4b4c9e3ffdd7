import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { VIEWS } from '../../contract/reconstruction.ts';
import type { Finding, PhotoLook, SetLook, Verdict } from '../../engine/look.ts';

export type { Finding, PhotoLook, SetLook, Verdict };

/** A photo to look at; nothing from `read` leaves it out. */
export interface PhotoToSee {
  view: View;
  /** The bytes need to stay only until the next one is read. */
  read(): Promise<Uint8Array | undefined>;
}

export interface Looking {
  signal: AbortSignal;
  /** Before each photo: its number from 1. */
  onPhoto?(view: View, number: number): void;
  onLook?(look: PhotoLook): Promise<void> | void;
}

/** The front photo comes first: side photos are compared with it. */
const IN_TURN: readonly View[] = ['front', ...VIEWS.filter((view) => view !== 'front')];

/**
 * Looks at photos of one person with the engine's own checks, one after another; while it looks at one, the next is
 * decoded. Nothing else of the client loads the engine.
 */
export async function lookAtPhotos(
  type: ReconstructionType,
  photos: readonly PhotoToSee[],
  { signal, onPhoto, onLook }: Looking,
): Promise<SetLook> {
  const loading = import('../../engine/look.ts');
  const inTurn = IN_TURN.flatMap((view) => photos.filter((photo) => photo.view === view));
  const open = async (photo: PhotoToSee | undefined) => {
    const bytes = await photo?.read();
    return bytes && (await (await loading).openPhoto(bytes));
  };
  const looks: PhotoLook[] = [];
  let opening = open(inTurn[0]);
  for (const [at, { view }] of inTurn.entries()) {
    onPhoto?.(view, at + 1);
    const image = await opening;
    opening = open(inTurn[at + 1]);
    // Where the look ends in an error, nobody waits for it.
    opening.catch(() => {});
    signal.throwIfAborted();
    if (image === undefined) continue;
    const front = looks.find((look) => look.view === 'front');
    const look = (await loading).lookAtPhoto(type, view, image, front);
    looks.push(look);
    await onLook?.(look);
  }
  return (await loading).lookAtSet(type, looks);
}

/** A picture of all photos with what was seen in them, as JPEG or PNG. */
export async function pictureOf(set: SetLook, format: 'jpeg' | 'png'): Promise<Uint8Array> {
  return (await import('../../engine/render/draw-looks.ts')).drawLooks(set, format);
}
