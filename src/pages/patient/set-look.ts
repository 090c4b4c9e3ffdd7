import type { SetWarnings } from '../../contract/patient-page.ts';
import { lookTogether, type TypedMeasures } from './ask.ts';
import type { PhotoSet } from './photo-set.ts';

export type SetLook = ReturnType<typeof createSetLook>;

/** What the service says of all photos and the measures together, as they stand now. */
export function createSetLook(photos: PhotoSet, measures: TypedMeasures, onChange: () => void) {
  /** What the last look was about. */
  let about: string | undefined;
  let found: SetWarnings | undefined;
  let look: AbortController | undefined;

  const now = () => (photos.haveArrived() ? JSON.stringify([photos.seen(), measures]) : undefined);

  function end(): void {
    look?.abort();
    [about, found, look] = [undefined, undefined, undefined];
  }

  return {
    /** Looks once at each set that has arrived and has its measures; what was found of another one is forgotten. */
    follow(isWhole: boolean): void {
      const set = isWhole ? now() : undefined;
      if (set === about) return;
      end();
      if (set === undefined) return;
      about = set;
      const own = new AbortController();
      look = own;
      void lookTogether(measures, photos.seen(), own.signal).then((answer) => {
        if (look !== own) return;
        look = undefined;
        found = answer?.found ?? undefined;
        onChange();
      });
    },
    /** Nothing as soon as a photo or a measure is another one. */
    found: () => (about !== undefined && about === now() ? found : undefined),
    isLooking: () => look !== undefined,
    /** What was found stays: it says what to change. */
    leave(): void {
      if (found === undefined) end();
    },
  };
}
