import type { ArrivedPhotosAnswer, FormPageData, SeenPhotos } from '../../contract/patient-page.ts';
import type { View } from '../../contract/reconstruction.ts';
import { arrivedPhotos, NotTaken, putPhoto } from './ask.ts';
import { newId, sha256Hex } from './digest.ts';
import type { KeptPhoto, PhoneStore } from './kept-photos.ts';
import { createLookQueue } from './look-queue.ts';
import { ownWarnings } from './own-checks.ts';
import { filled, pause } from './page-root.ts';
import { asJpeg, isHeic, isPhoto, lookable } from './picture.ts';
import { newSlot, type Slot } from './slot.ts';

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
  /** The link takes no photos any more. */
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
  const slots = new Map<View, Slot>(data.views.map(({ view }) => [view, newSlot(view)]));
  const looks = createLookQueue(onChange);
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
    looks.drop(slot);
  }

  function setWaiting(slot: Slot, photo: KeptPhoto): void {
    slot.waiting = photo;
    slot.progress = 0;
    slot.isOnlyHere = false;
    setPreview(slot, photo);
  }

  function setKept(slot: Slot, photo: KeptPhoto): void {
    inStore.add(photo.id);
    setWaiting(slot, photo);
  }

  /** The photo to send now. Another page of this link may have replaced or sent it: the phone's store tells. */
  async function readAgain(slot: Slot): Promise<KeptPhoto | undefined> {
    const { waiting } = slot;
    if (waiting === undefined || !inStore.has(waiting.id)) return waiting;
    const kept = await store.photo(link, slot.view).catch(() => waiting);
    if (slot.waiting !== waiting) return readAgain(slot);
    if (kept === undefined) slot.waiting = undefined;
    else if (kept.id !== waiting.id) setKept(slot, kept);
    return slot.waiting;
  }

  /** Gives the photos that have to be looked at again. */
  function takeArrived({ photos, leftMs }: ArrivedPhotosAnswer): Slot[] {
    onLeft(leftMs);
    const front = slots.get('front')?.arrived?.id;
    for (const slot of slots.values()) {
      slot.arrived = photos.find(({ view }) => view === slot.view);
      // Another page of this link may have sent another photo of the view.
      if (slot.waiting === undefined && slot.preview?.id !== slot.arrived?.id) dropPreview(slot);
    }
    if (slots.get('front')?.arrived?.id === front) return [];
    // The sides were compared with the front photo that was there before.
    return [...slots.values()].filter(({ view }) => view !== 'front');
  }

  const lookAgainAt = (stale: readonly Slot[]) => {
    for (const slot of stale) if ((slot.look ?? slot.found) !== undefined) looks.add(slot, 'last');
  };

  async function refresh(): Promise<void> {
    // A phone's store may fail for a moment, as after a sleep: what waits there is read the next time.
    for (const photo of await store.photos(link).catch(() => [])) {
      const slot = slots.get(photo.view);
      if (slot === undefined || slot.waiting?.id === photo.id) continue;
      // What only this page has is newer.
      if (slot.waiting === undefined || inStore.has(slot.waiting.id)) setKept(slot, photo);
    }
    try {
      lookAgainAt(takeArrived(await arrivedPhotos()));
      trouble = undefined;
    } catch (error) {
      noteTrouble(error);
    }
    onChange();
    begin();
  }

  function noteTrouble(error: unknown): void {
    if (!(error instanceof NotTaken)) trouble = 'notNow';
    else if (error.isOver) over();
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
    const before = slot.waiting;
    setWaiting(slot, photo);
    onChange();
    await keep(slot, photo, before);
    // Before the sending: the service's look must not say that all is good first.
    const seen = await lookable(new Blob([read]));
    if (seen !== undefined && (slot.waiting ?? slot.arrived)?.id === photo.id) {
      slot.own = ownWarnings(seen.pixels, seen.shortSidePx);
      onChange();
    }
    begin();
  }

  async function keep(slot: Slot, photo: KeptPhoto, before: KeptPhoto | undefined): Promise<void> {
    try {
      await store.keepPhoto(photo).catch(async () => {
        // The one before it must not be sent in its place later, and its room may be enough.
        if (before !== undefined) await store.dropPhoto(link, slot.view, before.id);
        await store.keepPhoto(photo);
      });
      inStore.add(photo.id);
    } catch {
      if (slot.waiting?.id !== photo.id) return;
      slot.isOnlyHere = true;
      onChange();
    }
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
        else lookAgainAt(takeArrived(await arrivedPhotos()));
        onChange();
        waitMs = LEAST_WAIT_MS;
      } catch (error) {
        noteTrouble(error);
        onChange();
        await Promise.race([
          pause((error as Partial<NotTaken>).afterMs ?? (trouble === 'notNow' ? NOT_NOW_WAIT_MS : waitMs)),
          new Promise<void>((resolve) => {
            wake = resolve;
          }),
        ]);
        waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
      }
    }
  }

  async function sendOne(slot: Slot, photo: KeptPhoto): Promise<void> {
    let stale: Slot[] = [];
    try {
      const answer = await putPhoto(photo, (fraction) => {
        if (slot.waiting?.id === photo.id) slot.progress = fraction;
        onChange();
      });
      trouble = undefined;
      stale = takeArrived(answer);
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
    if (slot.problem === undefined && slot.waiting === undefined) looks.add(slot, 'next');
    lookAgainAt(stale.filter((one) => one !== slot));
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
