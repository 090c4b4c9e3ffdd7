import type { ArrivedPhotosAnswer, FormPageData, PhotoWarning, SeenPhotos } from '../../contract/patient-page.ts';
import type { View } from '../../contract/reconstruction.ts';
import { arrivedPhotos, lookAt, NotTaken, putPhoto } from './ask.ts';
import { newId, sha256Hex } from './digest.ts';
import type { KeptPhoto, PhoneStore } from './kept-photos.ts';
import { ownWarnings } from './own-checks.ts';
import { filled, pause } from './page-root.ts';
import { asJpeg, isHeic, isPhoto, lookable } from './picture.ts';

/** How a photo of the set stands. */
export interface Slot {
  view: View;
  /** Waits on this phone. */
  waiting?: KeptPhoto | undefined;
  /** Of what waits, 0 to 1. */
  progress: number;
  /** The service has it. */
  arrived?: { id: string; sha256: string } | undefined;
  /** For this page only: a picture of the photo with this id. */
  preview?: { id: string; url: string } | undefined;
  /** Why the last choice was not taken. */
  problem?: string | undefined;
  /** What this phone sees by itself. */
  own: PhotoWarning[];
  /** What the service has found; undefined where it has not looked. */
  found?: PhotoWarning[] | undefined;
  /** The service looks at it; aborted when there is another photo. */
  look?: AbortController | undefined;
}

export const warningsOf = ({ own, found = [] }: Slot): PhotoWarning[] => [...new Set([...own, ...found])];

export type PhotoSet = ReturnType<typeof createPhotoSet>;

/** Why it does not go on at this moment; a name of the page's words. */
export type Trouble = 'offline' | 'busy' | 'notNow';

export function troubleOf({ status }: NotTaken): Trouble {
  if (status === 409) return 'busy';
  return status === 0 || status >= 500 || [400, 408, 429].includes(status) ? 'offline' : 'notNow';
}

const LEAST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Somebody has to do something first, and each try may send a whole photo. */
const NOT_NOW_WAIT_MS = 60_000;

interface Hooks {
  onChange(): void;
  /** The service has told how long the link works yet. */
  onLeft(ms: number): void;
  /** The link does not work any more. */
  onGone(): void;
}

/** The photos of one link: kept on this phone until the service has them, and sent one after another. */
export function createPhotoSet(
  data: FormPageData,
  link: string,
  store: PhoneStore,
  { onChange, onLeft, onGone }: Hooks,
) {
  const { words } = data;
  const slots = new Map<View, Slot>(data.views.map(({ view }) => [view, { view, progress: 0, own: [] }]));
  /** The ids of photos that this page has written to the phone's store or read there. */
  const inStore = new Set<string>();
  /** Another one may be chosen while one is read. */
  const chosenLast = new Map<View, Blob>();
  const others = 'BroadcastChannel' in window ? new BroadcastChannel(`recon-photos ${link}`) : undefined;
  let trouble: Trouble | undefined;
  let isSending = false;
  let wake = () => {};
  let isOver = false;

  const titleOf = (view: View) => data.views.find((one) => one.view === view)?.title ?? view;

  function setPreview(slot: Slot, { id, bytes }: KeptPhoto): void {
    dropPreview(slot);
    slot.preview = { id, url: URL.createObjectURL(new Blob([bytes])) };
  }

  function dropPreview(slot: Slot): void {
    if (slot.preview !== undefined) URL.revokeObjectURL(slot.preview.url);
    slot.preview = undefined;
    slot.own = [];
    dropFound(slot);
  }

  function dropFound(slot: Slot): void {
    slot.look?.abort();
    slot.look = undefined;
    slot.found = undefined;
  }

  function setWaiting(slot: Slot, photo: KeptPhoto): void {
    inStore.add(photo.id);
    slot.waiting = photo;
    slot.progress = 0;
    setPreview(slot, photo);
  }

  /** Another page of this link may have replaced or sent what waits here: what the phone keeps goes, or nothing. */
  async function readAgain(slot: Slot): Promise<KeptPhoto | undefined> {
    const { waiting } = slot;
    if (waiting === undefined || !inStore.has(waiting.id)) return waiting;
    const kept = await store.photo(link, slot.view).catch(() => waiting);
    if (slot.waiting !== waiting) return readAgain(slot);
    if (kept === undefined) slot.waiting = undefined;
    else if (kept.id !== waiting.id) setWaiting(slot, kept);
    return slot.waiting;
  }

  function takeArrived({ photos, leftMs }: ArrivedPhotosAnswer): void {
    onLeft(leftMs);
    const front = slots.get('front')?.arrived?.id;
    for (const slot of slots.values()) {
      slot.arrived = photos.find(({ view }) => view === slot.view);
      // Another page of this link may have sent another photo of the view.
      if (slot.waiting === undefined && slot.preview?.id !== slot.arrived?.id) dropPreview(slot);
    }
    if (slots.get('front')?.arrived?.id === front) return;
    // The sides were compared with the front photo that was there before.
    for (const slot of slots.values()) {
      if (slot.view !== 'front' && (slot.look ?? slot.found) !== undefined) void look(slot);
    }
  }

  async function refresh(): Promise<void> {
    for (const photo of await store.photos(link)) {
      const slot = slots.get(photo.view);
      if (slot === undefined || slot.waiting?.id === photo.id) continue;
      // What only this page has is newer.
      if (slot.waiting === undefined || inStore.has(slot.waiting.id)) setWaiting(slot, photo);
    }
    try {
      takeArrived(await arrivedPhotos());
      trouble = undefined;
    } catch (error) {
      noteTrouble(error);
    }
    onChange();
    begin();
  }

  function noteTrouble(error: unknown): void {
    if (!(error instanceof NotTaken)) throw error;
    if (error.status === 404) over();
    else trouble = troubleOf(error);
  }

  function over(): void {
    if (isOver) return;
    isOver = true;
    onGone();
  }

  /** The bytes that are sent, or why the file cannot be. Its kind is told first: a video is large, too. */
  async function readPhoto(file: Blob): Promise<ArrayBuffer | string> {
    try {
      if (!isPhoto(await file.slice(0, 12).arrayBuffer())) return words.notAPhoto;
      if (file.size > data.largestPhotoBytes) {
        return filled(words.tooLarge, { mb: data.largestPhotoBytes / 1e6 });
      }
      const bytes = await file.arrayBuffer();
      // The service takes no HEIC.
      if (!isHeic(bytes)) return bytes;
      return (await asJpeg(new Blob([bytes], { type: 'image/heic' }))) ?? words.refusals.heic;
    } catch {
      // As one that lies in a cloud which is away.
      return words.refusals.damaged;
    }
  }

  /** Takes a photo in; a problem with it stands in its slot, and the earlier one stays. */
  async function choose(view: View, file: Blob): Promise<void> {
    const slot = slots.get(view)!;
    slot.problem = undefined;
    chosenLast.set(view, file);
    const read = await readPhoto(file);
    if (chosenLast.get(view) !== file) return;
    if (typeof read === 'string') {
      slot.problem = read;
      return onChange();
    }
    const sha256 = sha256Hex(read);
    const twin = [...slots.values()].find(
      (one) => one.view !== view && (one.waiting ?? one.arrived)?.sha256 === sha256,
    );
    if (twin !== undefined) {
      slot.problem = filled(words.samePhoto, { view: titleOf(twin.view) });
      return onChange();
    }
    const photo: KeptPhoto = { link, view, id: newId(), sha256, bytes: read };
    slot.waiting = photo;
    slot.progress = 0;
    setPreview(slot, photo);
    onChange();
    await store.keepPhoto(photo).then(
      () => inStore.add(photo.id),
      () => {},
    );
    // Before the sending: the service's look must not say that all is good first.
    const seen = await lookable(new Blob([read]));
    if (seen !== undefined && (slot.waiting ?? slot.arrived)?.id === photo.id) {
      slot.own = ownWarnings(seen.pixels, seen.shortSidePx);
      onChange();
    }
    begin();
  }

  /** Of a photo that is refused; a newer service may have a reason that has no words here. */
  function problemOf({ reason }: NotTaken): string {
    const texts: Partial<Record<string, string>> = words.refusals;
    return texts[reason ?? ''] ?? words.refusedPhoto;
  }

  function begin(): void {
    if (isOver) return;
    wake();
    if (isSending) return;
    isSending = true;
    void sendAll().finally(() => {
      isSending = false;
      // One may have come while the last one ended.
      if (next() !== undefined) begin();
    });
  }

  const next = () => (isOver ? undefined : [...slots.values()].find(({ waiting }) => waiting !== undefined));

  async function sendAll(): Promise<void> {
    let waitMs = LEAST_WAIT_MS;
    for (let slot = next(); slot !== undefined; slot = next()) {
      try {
        const photo = await readAgain(slot);
        if (photo !== undefined) await sendOne(slot, photo);
        else takeArrived(await arrivedPhotos());
        onChange();
        waitMs = LEAST_WAIT_MS;
      } catch (error) {
        noteTrouble(error);
        onChange();
        await Promise.race([
          pause((error as NotTaken).afterMs ?? (trouble === 'notNow' ? NOT_NOW_WAIT_MS : waitMs)),
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
        ]);
        waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
      }
    }
  }

  async function sendOne(slot: Slot, photo: KeptPhoto): Promise<void> {
    try {
      const answer = await putPhoto(photo, (fraction) => {
        if (slot.waiting?.id === photo.id) slot.progress = fraction;
        onChange();
      });
      trouble = undefined;
      takeArrived(answer);
    } catch (error) {
      // Any other answer may be about the clinic's room, a proxy or the link: the photo stays.
      if (!(error instanceof NotTaken) || error.status !== 422) throw error;
      slot.problem = problemOf(error);
      dropPreview(slot);
    }
    await store.dropPhoto(link, slot.view, photo.id).catch(() => {});
    if (slot.waiting?.id === photo.id) slot.waiting = undefined;
    others?.postMessage('changed');
    onChange();
    if (slot.problem !== undefined || slot.waiting !== undefined) return;
    void look(slot);
  }

  async function look(slot: Slot): Promise<void> {
    dropFound(slot);
    const own = new AbortController();
    slot.look = own;
    onChange();
    const answer = await lookAt(slot.view, own.signal);
    // Late, and about another photo.
    if (slot.look !== own) return;
    slot.look = undefined;
    slot.found = answer?.warnings ?? undefined;
    onChange();
  }

  others?.addEventListener('message', () => void refresh());
  for (const event of ['online', 'pageshow']) window.addEventListener(event, () => begin());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh();
  });

  return {
    slots: () => [...slots.values()],
    slot: (view: View) => slots.get(view)!,
    trouble: () => trouble,
    isComplete: () =>
      [...slots.values()].every(({ waiting, arrived }) => waiting !== undefined || arrived !== undefined),
    haveArrived: () =>
      [...slots.values()].every(({ waiting, arrived }) => waiting === undefined && arrived !== undefined),
    /** What the patient sees now. */
    seen: (): SeenPhotos =>
      Object.fromEntries([...slots.values()].map(({ view, waiting, arrived }) => [view, (waiting ?? arrived)?.id])),
    refresh,
    choose,
    /** The set is sent, or cannot be any more. */
    end(): void {
      isOver = true;
      wake();
      others?.close();
      for (const slot of slots.values()) dropPreview(slot);
    },
  };
}
