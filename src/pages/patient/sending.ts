import type { FormPageData } from '../../contract/patient-page.ts';
import { inThisLanguage, NotTaken, sendSet } from './ask.ts';
import { newId } from './digest.ts';
import type { KeptLink, PhoneStore } from './kept-photos.ts';
import { pause, setState } from './page-root.ts';
import { type PhotoSet, type Trouble, troubleOf } from './photo-set.ts';

/** For as long as this the service gives an answer that was lost again. */
const ANSWERED_AGAIN_MS = 24 * 3_600_000;

export type Sending = ReturnType<typeof createSending>;

interface SendingOf {
  data: FormPageData;
  photos: PhotoSet;
  state: KeptLink;
  store: PhoneStore;
  onChange(): void;
}

/** The sending of the set from the last step: it waits for the photos that are on their way, and for an answer. */
export function createSending({ data: { words }, photos, state, store, onChange }: SendingOf) {
  let underWay: AbortController | undefined;
  let told = '';

  const say = (text: string) => {
    told = text;
    onChange();
  };

  async function send(signal: AbortSignal): Promise<void> {
    // What the patient has seen, not what may come meanwhile.
    const seen = photos.seen();
    while (!photos.haveArrived()) {
      if (!photos.isComplete()) throw new NotTaken(422);
      await pause(200, signal);
      if (signal.aborted) return;
    }
    const sending = { key: state.sending?.key ?? newId(), seen };
    await finish(state, sending, store, (trouble) => say(words[trouble]), signal);
  }

  return {
    isUnderWay: () => underWay !== undefined,
    /** How far it is, or why it did not go. */
    told: () => told,
    async begin(): Promise<void> {
      if (underWay !== undefined) return;
      const own = new AbortController();
      underWay = own;
      setState('sending');
      say(words.sending);
      try {
        await send(own.signal);
      } catch (error) {
        if (own.signal.aborted) return;
        if (error instanceof NotTaken && error.isOver) return location.reload();
        await photos.refresh();
        if (own.signal.aborted) return;
        underWay = undefined;
        const isChanged = error instanceof NotTaken && error.reason === 'photos_changed';
        say(isChanged ? words.photosChanged : words.sendFailed);
        setState('failed');
      }
    },
    /** The step is left: nothing is sent behind the patient's back. */
    leave(): void {
      underWay?.abort();
      underWay = undefined;
      told = '';
    },
  };
}

/**
 * Sends the set until there is an answer; then nothing of it stays on this phone. When the signal comes it is left: the
 * key stays, because the service may have taken the set.
 * @throws NotTaken if it is refused
 */
export async function finish(
  state: KeptLink,
  sending: NonNullable<KeptLink['sending']>,
  store: PhoneStore,
  onTrouble: (trouble: Trouble) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { until } = state;
  const keep = () => store.keepLink(state).catch(() => {});
  state.sending = sending;
  state.until = Date.now() + ANSWERED_AGAIN_MS;
  await keep();
  for (let waitMs = 1000; !signal?.aborted; waitMs = Math.min(2 * waitMs, 30_000)) {
    try {
      const { sent } = await sendSet(state.measures, sending, signal);
      await store.forget(state.link).catch(() => {});
      const next = inThisLanguage(sent);
      // Whatever answered, the page leads nowhere else.
      location.replace(next.origin === location.origin ? next : location.href);
      return;
    } catch (error) {
      if (signal?.aborted) break;
      if (!(error instanceof NotTaken) || !error.isForNow) {
        // The link works as long as before, and what waits for it must, too.
        delete state.sending;
        state.until = until;
        await keep();
        throw error;
      }
      onTrouble(troubleOf(error));
      await pause(error.afterMs ?? waitMs, signal);
    }
  }
  state.until = until;
  await keep();
}
