import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { SetWarnings } from '../../../src/contract/patient-page.ts';
import type { View } from '../../../src/contract/reconstruction.ts';
import type { SetLook } from '../../../src/engine/look.ts';
import { lookAtAll } from '../../../src/engine/look-at-all.ts';
import type { TogetherOrder } from '../../../src/engine/look-together.ts';
import { LOOKED_AT_PX, ownWarnings } from '../../../src/pages/patient/own-checks.ts';
import { warningsOf } from '../../../src/service/worker/warnings-of.ts';
import type { Options } from '../options.ts';
import { inputOf, VARIANTS } from '../plan.ts';
import { SETS, type Subject, TYPE_OF } from '../subjects.ts';
import { KINDS, type Kind, sitterOf } from './kinds.ts';
import { nextOf, USUAL_PEOPLE } from './run.ts';

const PEOPLE = readFileSync('src/engine/morphable/people.bin');

/** Looks at all good sets, and at the bad set, as `recon photos check` does; prints what is told, and counts. */
export async function runLooks(options: Options, everyone: readonly Subject[]): Promise<void> {
  let [good, told, toldOnPage, byPhone] = [0, 0, 0, 0];
  for (const subject of everyone) {
    if (options.subjects?.includes(subject.name) === false) continue;
    for (const set of SETS.filter((one) => subject.photos[one] !== undefined)) {
      const { photos, measures } = inputOf(subject, VARIANTS[`${set} 4`]);
      const all = { ...subject.photos[set], ...photos };
      const look = await lookAtSet(TYPE_OF[set], all, measures);
      const own = await phoneWarnings(all);
      if (own.length > 0) console.log(`good set told  ${subject.name} ${set}, by the phone: ${own.join(', ')}`);
      byPhone += own.length > 0 ? 1 : 0;
      good++;
      if (look.verdict !== 'usable') console.log(`good set told  ${subject.name} ${set}: ${wordsOf(look)}`);
      if (look.verdict !== 'usable') told++;
      // The page asks for the photos that the provider needs.
      const { photos: each, together } = warningsOf(await lookAtSet(TYPE_OF[set], photos, measures, true));
      const onPage = [...Object.values(each).flat(), ...together];
      if (onPage.length > 0) console.log(`good set told  ${subject.name} ${set}, on the page: ${onPage.join(', ')}`);
      if (onPage.length > 0) toldOnPage++;
    }
  }
  console.log(`looks: ${told} of ${good} good sets told as anything but usable`);
  console.log(`patient's page: ${toldOnPage} of ${good} good sets warned of, ${byPhone} by the phone\n`);
  const everybody = everyone.filter(({ tier }) => tier === 'dev');
  const people = everybody.filter(({ name }) => (options.subjects ?? USUAL_PEOPLE).includes(name));
  const counts = { right: 0, onPage: 0, all: 0 };
  for (const kind of KINDS.filter(({ name }) => options.kinds?.includes(name) ?? true)) {
    for (const subject of people) {
      const { photos, measures, type } = inputOf(subject, VARIANTS[`${kind.set} 4`]);
      const spoilt = await kind.spoil({ photos, measures }, sitterOf(subject), sitterOf(nextOf(subject, everybody)));
      const look = await lookAtSet(type, spoilt.photos, spoilt.measures);
      const isRight = isToldRightly(kind, look);
      counts.all++;
      const isOnPage = isToldOnPage(kind, warningsOf(await lookAtSet(type, spoilt.photos, spoilt.measures, true)));
      if (isRight) counts.right++;
      if (isOnPage) counts.onPage++;
      const page = isOnPage === isRight ? '' : `, on the page ${isOnPage ? 'right' : 'WRONG'}`;
      console.log(`${isRight ? 'right' : 'WRONG'}${page}  ${kind.name}, ${subject.name}: ${wordsOf(look)}`);
    }
  }
  console.log(`\nlooks: ${counts.right} of ${counts.all} bad sets told for the right reason and by the right name`);
  console.log(`patient's page: ${counts.onPage} of ${counts.all} bad sets told for the right reason`);
}

const lookAtSet = (
  type: (typeof TYPE_OF)['head'],
  photos: Partial<Record<View, string | Uint8Array>>,
  measures: TogetherOrder['measures'],
  faultsOnly = false,
): Promise<SetLook> => {
  const read = (view: View) => {
    const photo = photos[view];
    return photo === undefined ? undefined : bytesOf(photo);
  };
  return lookAtAll(type, read, { provider: 4, measures, faultsOnly, people: PEOPLE });
};

export const bytesOf = async (photo: string | Uint8Array) => (typeof photo === 'string' ? readFileSync(photo) : photo);

/** What the patient's page tells by itself, on the phone; the data's photos are smaller than a phone's. */
async function phoneWarnings(photos: Partial<Record<View, string | Uint8Array>>): Promise<string[]> {
  const told = await Promise.all(
    Object.entries(photos).map(async ([view, photo]) => {
      const picture = sharp(await bytesOf(photo)).rotate();
      const { width, height } = await picture.metadata();
      const { data, info } = await picture
        .resize({ width: LOOKED_AT_PX })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const warnings = ownWarnings({ width: info.width, height: info.height, data }, Math.min(width, height));
      return warnings.filter((warning) => warning !== 'small').map((warning) => `${view} ${warning}`);
    }),
  );
  return told.flat();
}

/** As the last step of the patient's page tells it: at the photo, or below all of them. */
export function isToldOnPage({ reasons, views }: Kind, { photos, together }: SetWarnings): boolean {
  const shown = Object.entries(photos).filter(([view]) => views.length === 0 || views.includes(view as View));
  const told = [...shown.flatMap(([, warnings]) => warnings), ...together];
  return reasons.length === 0 ? told.length === 0 : told.some((one) => (reasons as readonly string[]).includes(one));
}

function isToldRightly({ reasons, views }: Kind, { verdict, photos, findings }: SetLook): boolean {
  if (reasons.length === 0) return verdict === 'usable';
  const wrong = photos.filter(
    (photo) => photo.verdict !== 'usable' && (views.length === 0 || views.includes(photo.view)),
  );
  // Exchanged photos are told of the set. All else has to be told of the right photo.
  const ofSet = findings.filter(({ reason }) => views.length === 0 || reason === 'views_swapped');
  const told = [...wrong.flatMap((photo) => photo.findings), ...ofSet];
  return told.some(({ reason }) => reasons.includes(reason));
}

const wordsOf = ({ verdict, photos, findings }: SetLook): string =>
  [
    verdict,
    ...photos
      .filter((photo) => photo.verdict !== 'usable')
      .map((photo) => `${photo.view} ${photo.verdict}: ${photo.findings[0]?.sentence}`),
    ...findings.map(({ sentence }) => `together: ${sentence}`),
  ].join(' | ');
