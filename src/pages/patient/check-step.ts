import type { FormPageData, PatientPageWords } from '../../contract/patient-page.ts';
import { measureIn, plainMeasure } from '../../contract/typed-measure.ts';
import { button, el } from './page-root.ts';
import type { PhotoSet } from './photo-set.ts';
import type { Sending } from './sending.ts';
import type { SetLook } from './set-look.ts';
import type { Slot } from './slot.ts';
import type { PageParts, Shown, Step } from './step.ts';
import { isUnusable, rowTold, setTold, tell, waitTold } from './told.ts';

interface CheckStep {
  photos: PhotoSet;
  measured: Readonly<Record<string, string>>;
  together: SetLook;
  sending: Sending;
  go(step: Step): void;
}

/** All of it once more, and the sending. */
export function showCheck(
  data: FormPageData,
  page: PageParts,
  { photos, measured, together, sending, go }: CheckStep,
): Shown {
  const { words, views, measures } = data;

  /** @param step where it is changed; the drawing is there for warnings, which speak of it */
  function rowOf(title: string, step: Step, drawing: SVGElement, ...before: HTMLElement[]) {
    const said = el('span', { class: 'soft' });
    const drawn = el('span', { class: 'drawn' }, drawing);
    const change = button(words.change, () => go(step));
    change.setAttribute('aria-label', `${words.change}: ${title}`);
    const warned = el('div', { class: 'warned' });
    const texts = el('div', {}, el('strong', {}, title), ' ', said);
    return { row: el('li', { class: 'card row' }, ...before, drawn, texts, change, warned), said, drawn, warned };
  }

  const rows = views.map(({ view, title }) => {
    const picture = el('img', { alt: '' });
    return { view, picture, ...rowOf(title, view, page.drawing(view), picture) };
  });
  const measureRows = measures.map(({ name, title, isNeeded }) => {
    const shown = rowOf(title, 'measures', page.drawing(name));
    const typed = measured[name];
    shown.said.textContent =
      typed === undefined
        ? isNeeded
          ? words.missing
          : '–'
        : `${measureIn(document.documentElement.lang, plainMeasure(typed))}\u00a0${words.cm}`;
    return shown;
  });
  const told = el('p', { role: 'status' });
  const seen = el('div', { class: 'told', role: 'status' });
  const isWhole = () =>
    photos.isComplete() && measures.every(({ name, isNeeded }) => !isNeeded || measured[name] !== undefined);
  const sendButton = button(words.send, press, 'main');
  const back = button(words.back, () => history.back());
  const question = askFirst(words, {
    onChange: () => go(atFault()),
    onSend() {
      hasAgreed = true;
      showNav();
      void sending.begin();
    },
  });
  const nav = el('div', { class: 'nav' }, sendButton, back);

  let wasUnderWay = false;
  let isAsking = false;
  let hasAgreed = false;

  const hasNoModel = () =>
    together.found()?.isUnusable === true || photos.slots().some((slot) => isUnusable(together, slot));

  /** Where the first thing that a generation refuses is changed. */
  function atFault(): Step {
    const unusable = photos.slots().find((slot) => isUnusable(together, slot));
    const isMeasure = together.found()?.together.includes('measure_implausible') === true && measures.length > 0;
    return unusable?.view ?? (isMeasure ? 'measures' : views[0]!.view);
  }

  /** The looks may be wrong, so it is asked once and then sent. */
  function press(): void {
    if (hasAgreed || !hasNoModel()) return void sending.begin();
    isAsking = true;
    nav.replaceChildren(...question);
    // Not the button that sends: it was pressed here just now.
    question[1].focus();
  }

  function showNav(): void {
    isAsking = false;
    nav.replaceChildren(sendButton, back);
  }

  /** How far the photo of a row has come. */
  function stateOf({ waiting, arrived, progress }: Slot): string {
    if (waiting === undefined) return arrived === undefined ? words.missing : words.arrived;
    const percent = Math.round(progress * 100);
    return `${words.waiting}${percent > 0 ? ` (${percent} %)` : ''}`;
  }

  return {
    parts: [
      el('h1', {}, words.check),
      el('ul', { class: 'rows' }, ...[...rows, ...measureRows].map(({ row }) => row)),
      seen,
      told,
      nav,
    ],
    leave() {
      together.leave();
      sending.leave();
    },
    update() {
      together.follow(isWhole());
      const ofAll = together.found()?.together ?? [];
      for (const { view, said, picture, drawn, warned } of rows) {
        const slot = photos.slot(view);
        const texts = rowTold(data, together, slot);
        tell(warned, texts);
        said.textContent = stateOf(slot);
        picture.hidden = slot.preview === undefined;
        if (slot.preview !== undefined && picture.src !== slot.preview.url) picture.src = slot.preview.url;
        drawn.hidden = texts.length === 0 && !ofAll.includes('views_inconsistent');
      }
      for (const { drawn } of measureRows) drawn.hidden = !ofAll.includes('measure_implausible');
      tell(seen, setTold(data, together));
      if (isAsking && !hasNoModel()) showNav();
      const hasFailed = wasUnderWay && !sending.isUnderWay();
      wasUnderWay = sending.isUnderWay();
      sendButton.disabled = !isWhole() || wasUnderWay;
      // It was disabled under the key that pressed it.
      if (hasFailed && document.activeElement === document.body) sendButton.focus();
      const text = waitTold(data, photos, photos.slots()) ?? sending.told();
      if (told.textContent !== text) told.textContent = text;
    },
  };
}

/** Asks before photos are sent that will give no model; changing them comes first. */
function askFirst(
  words: PatientPageWords,
  { onChange, onSend }: { onChange(): void; onSend(): void },
): [HTMLElement, HTMLButtonElement, HTMLButtonElement] {
  const change = button(words.changeFirst, onChange, 'main');
  change.setAttribute('aria-describedby', 'ask-first');
  return [el('p', { class: 'problem', id: 'ask-first' }, words.askFirst), change, button(words.sendAllTheSame, onSend)];
}
