import { requirements } from '../../../contract/photo-rules.ts';
import { providersOf } from '../../../contract/providers.ts';
import type { MeasureName, ReconstructionType, View } from '../../../contract/reconstruction.ts';
import type { Draft } from '../../../core/draft.ts';
import { viewName } from '../../output/photo-rows.ts';
import type { ReadPhoto } from '../../request/files-to-see.ts';
import type { Finding, PhotoLook, SetLook } from '../../request/look-at-photos.ts';

/** Photos that were looked at, and what stands in the files. */
export interface CheckedSet {
  set: SetLook;
  read: readonly ReadPhoto[];
  needs: readonly ProviderNeeds[];
}

/** What a provider still needs. */
export interface ProviderNeeds {
  provider: number;
  name: string;
  needs: readonly (View | MeasureName)[];
}

/** With what only the files tell: one picture given twice. */
export function settled(set: SetLook, read: readonly ReadPhoto[], draft: Draft): CheckedSet {
  const photos = set.photos.map((look) => withTwin(look, read));
  const hasTwin = photos.some((photo, at) => photo !== set.photos[at]);
  return {
    set: hasTwin ? { ...set, photos, verdict: 'unusable' } : set,
    read,
    needs: needsOf(draft.type as ReconstructionType, draft),
  };
}

/** The same picture for two views is refused by a create, whatever it shows. */
function withTwin(look: PhotoLook, read: readonly ReadPhoto[]): PhotoLook {
  const own = read.find(({ view }) => view === look.view);
  const twin = read.find((one) => one !== own && hashOf(one) !== undefined && hashOf(one) === hashOf(own));
  if (own === undefined || twin === undefined || read.indexOf(twin) > read.indexOf(own)) return look;
  const finding: Finding = {
    reason: 'wrong_view',
    sentence: `this is the same picture as the one given as ${viewName(twin.view)}`,
    hint: 'give each view its own photo',
  };
  return { ...look, verdict: 'unusable', findings: [...look.findings, finding] };
}

const hashOf = (photo: ReadPhoto | undefined) =>
  photo !== undefined && 'pictureHash' in photo ? photo.pictureHash : undefined;

function needsOf(type: ReconstructionType, { provider, photos, measures }: Draft): ProviderNeeds[] {
  const given: readonly string[] = [...Object.keys(photos), ...Object.keys(measures)];
  return providersOf(type)
    .filter(({ number }) => provider === undefined || provider === String(number))
    .map(({ number, name }) => ({
      provider: number,
      name,
      needs: requirements(type, String(number)).filter((need) => !given.includes(need)),
    }));
}
