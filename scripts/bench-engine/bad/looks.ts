import { readFileSync } from 'node:fs';
import { VIEWS, type View } from '../../../src/contract/reconstruction.ts';
import { lookAtPhoto, lookAtSet, openPhoto, type PhotoLook, type SetLook } from '../../../src/engine/look.ts';
import { canFit, lookTogether, type TogetherOrder } from '../../../src/engine/look-together.ts';
import type { Options } from '../options.ts';
import { inputOf, VARIANTS } from '../plan.ts';
import { SETS, type Subject, TYPE_OF } from '../subjects.ts';
import { KINDS, type Kind } from './kinds.ts';
import { nextOf, USUAL_PEOPLE } from './run.ts';

const PEOPLE = readFileSync('src/engine/morphable/people.bin');

/** Looks at all good sets, and at the bad set, as `recon photos check` does; prints what is told, and counts. */
export async function runLooks(options: Options, everyone: readonly Subject[]): Promise<void> {
  let [good, told] = [0, 0];
  for (const subject of everyone) {
    if (options.subjects?.includes(subject.name) === false) continue;
    for (const set of SETS.filter((one) => subject.photos[one] !== undefined)) {
      const { photos, measures } = inputOf(subject, VARIANTS[`${set} 4`]);
      const look = await lookAtAll(TYPE_OF[set], { ...subject.photos[set], ...photos }, measures);
      good++;
      if (look.verdict !== 'usable') console.log(`good set told  ${subject.name} ${set}: ${wordsOf(look)}`);
      if (look.verdict !== 'usable') told++;
    }
  }
  console.log(`looks: ${told} of ${good} good sets told as anything but usable\n`);
  const everybody = everyone.filter(({ tier }) => tier === 'dev');
  const people = everybody.filter(({ name }) => (options.subjects ?? USUAL_PEOPLE).includes(name));
  const counts = { right: 0, all: 0 };
  for (const kind of KINDS.filter(({ name }) => options.kinds?.includes(name) ?? true)) {
    for (const subject of people) {
      const { photos, measures, type } = inputOf(subject, VARIANTS[`${kind.set} 4`]);
      const spoilt = await kind.spoil({ photos, measures }, subject, nextOf(subject, everybody));
      const look = await lookAtAll(type, spoilt.photos, spoilt.measures);
      const isRight = isToldRightly(kind, look);
      counts.all++;
      if (isRight) counts.right++;
      console.log(`${isRight ? 'right' : 'WRONG'}  ${kind.name}, ${subject.name}: ${wordsOf(look)}`);
    }
  }
  console.log(`\nlooks: ${counts.right} of ${counts.all} bad sets told for the right reason and by the right name`);
}

async function lookAtAll(
  type: (typeof TYPE_OF)['head'],
  photos: Partial<Record<View, string | Uint8Array>>,
  measures: TogetherOrder['measures'],
) {
  const looks: PhotoLook[] = [];
  for (const view of ['front', ...VIEWS.filter((one) => one !== 'front')] as const) {
    const photo = photos[view];
    if (photo === undefined) continue;
    const image = await openPhoto(typeof photo === 'string' ? readFileSync(photo) : photo);
    looks.push(
      lookAtPhoto(type, view, image, view === 'front' ? undefined : looks.find((one) => one.view === 'front')),
    );
  }
  const set = lookAtSet(type, looks);
  return canFit(set) ? lookTogether(type, set, PEOPLE, { provider: 4, measures }) : set;
}

function isToldRightly({ reasons, views }: Kind, { verdict, photos, findings }: SetLook): boolean {
  if (reasons.length === 0) return verdict === 'usable';
  const wrong = photos.filter(
    (photo) => photo.verdict !== 'usable' && (views.length === 0 || views.includes(photo.view)),
  );
  const told = [...wrong.flatMap((photo) => photo.findings), ...(views.length === 0 ? findings : [])];
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
