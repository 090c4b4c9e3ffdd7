import type { FormPageData, PhotoWarning } from '../../contract/patient-page.ts';
import { el } from './page-root.ts';
import type { PhotoSet } from './photo-set.ts';
import type { SetLook } from './set-look.ts';
import { type Slot, warningsOf } from './slot.ts';

export type Told = { text: string; kind: 'problem' | 'soft' | 'good' } | { warnings: readonly string[] };

const soft = (text: string): Told => ({ text, kind: 'soft' });
const problemTold = (text: string): Told => ({ text, kind: 'problem' });

const toldBefore = new WeakMap<Element, string>();

/** A screen reader is told once of each change, not with each step of the progress. */
export function tell(at: HTMLElement, texts: readonly Told[]): void {
  const now = JSON.stringify(texts);
  if (now === (toldBefore.get(at) ?? '[]')) return;
  at.replaceChildren(...texts.map(toldElement));
  toldBefore.set(at, now);
}

const toldElement = (told: Told): HTMLElement =>
  'warnings' in told
    ? el('ul', { class: 'warnings' }, ...told.warnings.map((text) => el('li', {}, text)))
    : el('p', { class: told.kind }, told.text);

/** What is told of a photo beside all others counts more than what was told of it alone. */
export function warningsIn(together: SetLook, slot: Slot): PhotoWarning[] {
  const found = together.found();
  return warningsOf(found === undefined ? slot : { ...slot, found: found.photos[slot.view] });
}

/** Whether there will be no model with this photo, as far as was looked. */
export function isUnusable(together: SetLook, slot: Slot): boolean {
  const found = together.found();
  return found === undefined ? slot.isUnusable : found.unusable?.includes(slot.view) === true;
}

/** Why photos wait, and where: not every phone keeps them when the page is closed. */
export function waitTold({ words }: FormPageData, photos: PhotoSet, slots: readonly Slot[]): string | undefined {
  const waiting = slots.filter((slot) => slot.waiting !== undefined);
  if (waiting.length === 0) return undefined;
  const isKept = waiting.every(({ isOnlyHere }) => !isOnlyHere);
  const trouble = photos.trouble();
  if (trouble === undefined) return isKept ? undefined : words.leaveOpen;
  return `${words[trouble]} ${isKept ? words.staysHere : words.leaveOpen}`;
}

export function photoTold(data: FormPageData, photos: PhotoSet, together: SetLook, slot: Slot): Told[] {
  const { words } = data;
  const { problem, waiting, arrived, look, found } = slot;
  const warnings = warningsIn(together, slot);
  const wait = waitTold(data, photos, [slot]);
  const told: Told[] = [];
  if (problem !== undefined) told.push(problemTold(problem));
  if (wait !== undefined) told.push(soft(wait));
  if (warnings.length > 0) {
    const texts = warnings.map((one) => words.warnings[one]);
    return isUnusable(together, slot)
      ? [...told, problemTold(words.noModel), { warnings: texts }, soft(words.takeAgain)]
      : [...told, soft(words.mayBetter), { warnings: texts }, soft(words.goOnAnyway)];
  }
  if (look !== undefined || (waiting !== undefined && photos.trouble() === undefined)) {
    told.push(soft(words.looking));
  } else if (arrived !== undefined && waiting === undefined && problem === undefined) {
    told.push({ text: found !== undefined ? words.looksGood : words.keptAlready, kind: 'good' });
  }
  return told;
}

/** At the last step, in the row of a photo. */
export function rowTold({ words }: FormPageData, together: SetLook, slot: Slot): Told[] {
  const warnings = warningsIn(together, slot).map((one) => words.warnings[one]);
  if (warnings.length === 0) return [];
  return [...(isUnusable(together, slot) ? [problemTold(words.noModel)] : []), { warnings }];
}

/** Of all photos together. It advises: sending waits for none of it. */
export function setTold({ words }: FormPageData, look: SetLook): Told[] {
  if (look.isLooking()) return [soft(words.lookingAtAll)];
  const found = look.found();
  if (found === undefined) return [];
  const isGood = [found.together, ...Object.values(found.photos)].every((warnings) => warnings.length === 0);
  if (isGood) return [{ text: words.goTogether, kind: 'good' }];
  const texts = found.together.map((one) => (one === 'views_inconsistent' ? words.notTogether : words.warnings[one]));
  const todo = found.isUnusable === true ? problemTold(words.noModelAsItIs) : soft(words.sendAnyway);
  return [...(texts.length > 0 ? [{ warnings: texts }] : []), todo];
}
