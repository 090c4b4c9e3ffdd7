import type { SetWarnings } from '../../contract/patient-page.ts';
import { lookTogether, type TypedMeasures } from './ask.ts';
import type { PhotoSet } from './photo-set.ts';

export type SetLook = ReturnType<typeof createSetLook>;

/** What the service says of all photos and the measures together, as they stand now. */
export function createSetLook(photos: PhotoSet, onChange: () => void) {
  /** What the last look was about. */
  let about: string | undefined;
  let found: SetWarnings | undefined;
  let look: AbortController | undefined;

  function end(): void {
    look?.abort();
    [about, found, look] = [undefined, undefined, undefined];
  }

  return {
    /** Looks once at each set that has arrived and has its measures; what was found of another one is forgotten. */
    follow(measures: TypedMeasures | undefined): void {
      if (measures === undefined || !photos.haveArrived()) {
        end();
        return;
      }
      const seen = photos.seen();
      const now = JSON.stringify([seen, measures]);
      if (now === about) return;
      end();
      about = now;
      const own = new AbortController();
      look = own;
      void lookTogether(measures, seen, own.signal).then((answer) => {
        if (look !== own) return;
        look = undefined;
        found = answer?.found ?? undefined;
        onChange();
      });
    },
    found: () => found,
    isLooking: () => look !== undefined,
    end,
  };
}
