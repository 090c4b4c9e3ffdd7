import type { FormPageData } from '../../contract/patient-page.ts';
import { parseMeasure } from '../../contract/photo-rules.ts';
import type { MeasureName, View } from '../../contract/reconstruction.ts';
import { plainMeasure } from '../../contract/typed-measure.ts';
import { NotTaken, sendSet } from './ask.ts';
import { hasCamera, takePhoto } from './camera.ts';
import { linkName, newId } from './digest.ts';
import type { KeptLink, PhoneStore } from './kept-photos.ts';
import { button, el, filled, pause, setState } from './page-root.ts';
import { createPhotoSet, type PhotoSet, type Slot, type Trouble, troubleOf, warningsOf } from './photo-set.ts';
import { createSetLook, type SetLook } from './set-look.ts';

type Step = 'welcome' | View | 'measures' | 'check';

/** By then any link has ended: what counts until the service has told when. */
const LONGEST_LINK_MS = 8 * 24 * 3_600_000;
/** For as long as this the service gives an answer that was lost again. */
const ANSWERED_AGAIN_MS = 24 * 3_600_000;

/** Takes the form of the page over: one photo after another, each kept and sent by itself. */
export async function startForm(data: FormPageData, store: PhoneStore): Promise<void> {
  const link = linkName(location.pathname);
  const kept = await store.link(link).catch(() => undefined);
  const state: KeptLink = kept ?? { link, measures: {}, until: Date.now() + LONGEST_LINK_MS };
  const main = document.querySelector('main')!;
  const parts = partsOf(main, data);
  let update = () => {};
  let leave = () => {};
  let ending: ReturnType<typeof setTimeout> | undefined;
  const photos = createPhotoSet(data, link, store, {
    onChange: () => update(),
    onLeft(ms) {
      state.until = Date.now() + ms;
      clearTimeout(ending);
      ending = setTimeout(() => void end(), ms);
    },
    onGone: () => location.reload(),
  });
  const together = createSetLook(photos, () => update());

  /** The link has ended while the page is open. */
  async function end(): Promise<void> {
    // Of a sending the answer may come yet.
    if (state.sending === undefined) await store.forget(link).catch(() => {});
    location.reload();
  }

  await photos.refresh();
  const steps: Step[] = [
    'welcome',
    ...data.views.map(({ view }) => view),
    ...(data.measures.length > 0 ? (['measures'] as const) : []),
    'check',
  ];

  function go(step: Step, how: 'push' | 'replace' | 'none' = 'push'): void {
    if (how === 'push') history.pushState({ step }, '');
    if (how === 'replace') history.replaceState({ step }, '');
    leave();
    const shown = show(step);
    ({ update, leave = () => {} } = shown);
    main.replaceChildren(...shown.parts);
    update();
    const heading = main.querySelector('h1')!;
    document.title = heading.textContent ?? '';
    heading.tabIndex = -1;
    if (how !== 'replace') heading.focus();
    scrollTo(0, 0);
    setState('ready', step);
  }

  const goBy = (from: Step, by: 1 | -1) => {
    const to = steps[steps.indexOf(from) + by];
    if (to !== undefined) go(to);
  };

  function show(step: Step): Shown {
    const next = () => goBy(step, 1);
    const nav = (onNext: () => void) =>
      el(
        'div',
        { class: 'nav' },
        button(data.words.next, onNext, 'main'),
        button(data.words.back, () => goBy(step, -1)),
      );
    if (step === 'welcome') return showWelcome(data, parts, () => void agreed());
    if (step === 'measures') {
      const keep = () => void store.keepLink(state).catch(() => {});
      return showMeasures(data, parts, state, { keep, next, nav });
    }
    if (step === 'check') return showCheck(data, photos, state, { go, together, send: (say) => void send(say) });
    return showPhoto(data, photos, parts, step, nav(next));
  }

  async function agreed(): Promise<void> {
    await store.keepLink(state).catch(() => {});
    go(data.views[0]!.view);
  }

  let isSending = false;
  async function send(say: (text: string) => void): Promise<void> {
    if (isSending) return;
    isSending = true;
    setState('sending');
    say(data.words.sending);
    const sending = { key: state.sending?.key ?? newId(), seen: photos.seen() };
    try {
      while (!photos.haveArrived()) {
        if (!photos.isComplete()) throw new NotTaken(422);
        await pause(200);
      }
      await finish(state, sending, store, (trouble) => say(data.words[trouble]));
    } catch (error) {
      isSending = false;
      if (!(error instanceof NotTaken)) throw error;
      if (error.status === 404) return location.reload();
      await photos.refresh();
      say(error.reason === 'photos_changed' ? data.words.photosChanged : data.words.sendFailed);
      setState('failed');
    }
  }

  window.addEventListener('popstate', ({ state: before }) =>
    go((before as { step?: Step } | null)?.step ?? 'welcome', 'none'),
  );
  go(firstStep(kept, photos, steps), 'replace');
}

/** Sends the set until there is an answer; then nothing of it stays on this phone. */
export async function finish(
  state: KeptLink,
  sending: NonNullable<KeptLink['sending']>,
  store: PhoneStore,
  onTrouble: (trouble: Trouble) => void,
): Promise<void> {
  state.sending = sending;
  state.until = Date.now() + ANSWERED_AGAIN_MS;
  await store.keepLink(state).catch(() => {});
  for (let waitMs = 1000; ; waitMs = Math.min(2 * waitMs, 30_000)) {
    try {
      const { sent } = await sendSet(state.measures, sending.seen, sending.key);
      await store.forget(state.link).catch(() => {});
      const next = new URL(sent, location.origin);
      // Whatever answered, the page leads nowhere else.
      location.replace(next.origin === location.origin ? next : location.href);
      return;
    } catch (error) {
      if (!(error instanceof NotTaken) || !error.isForNow) throw error;
      onTrouble(troubleOf(error));
      await pause(error.afterMs ?? waitMs);
    }
  }
}

/** Where the same phone was before. */
function firstStep(kept: KeptLink | undefined, photos: PhotoSet, steps: readonly Step[]): Step {
  if (kept === undefined) return 'welcome';
  const missing = photos.slots().find(({ waiting, arrived }) => waiting === undefined && arrived === undefined);
  return (
    missing?.view ?? (steps.includes('measures') && Object.keys(kept.measures).length === 0 ? 'measures' : 'check')
  );
}

interface Shown {
  parts: Node[];
  /** Shows what has changed. */
  update(): void;
  /** Ends what must not go on when another step is shown. */
  leave?(): void;
}

/** What the page has already, for use again. */
interface PageParts {
  title: string;
  lead: string;
  tips: Node;
  privacy: string;
  /** The drawings of photos and measures. */
  drawings: ReadonlyMap<View | MeasureName, SVGElement>;
}

function partsOf(main: HTMLElement, { views, measures }: FormPageData): PageParts {
  const text = (selector: string) => main.querySelector(selector)?.textContent ?? '';
  const drawings = new Map<View | MeasureName, SVGElement>();
  for (const name of [...views.map(({ view }) => view), ...measures.map((one) => one.name)]) {
    const svg = main.querySelector<SVGElement>(`#${name} svg`);
    if (svg !== null) drawings.set(name, svg);
  }
  return {
    title: text('h1'),
    lead: text('.lead'),
    tips: main.querySelector('.tips')!.cloneNode(true),
    privacy: text('.privacy'),
    drawings,
  };
}

function showWelcome({ words }: FormPageData, page: PageParts, onAgreed: () => void): Shown {
  const box = el('input', { type: 'checkbox', id: 'agree' });
  const problem = el('p', { class: 'problem', role: 'alert', id: 'agree-problem' });
  const start = button(
    words.start,
    () => {
      if (box.checked) return onAgreed();
      problem.textContent = words.agreeFirst;
      box.setAttribute('aria-describedby', 'agree-problem');
      box.focus();
    },
    'main',
  );
  return {
    parts: [
      el('h1', {}, page.title),
      el('p', { class: 'lead' }, page.lead),
      page.tips.cloneNode(true),
      el('p', {}, page.privacy),
      el('p', {}, words.onPhone),
      el('p', { class: 'agree' }, box, el('label', { for: 'agree' }, words.agree)),
      problem,
      el('div', { class: 'nav' }, start),
    ],
    update() {},
  };
}

function showPhoto(data: FormPageData, photos: PhotoSet, page: PageParts, view: View, nav: Node): Shown {
  const { words, views } = data;
  const { title, how } = views.find((one) => one.view === view)!;
  const outline = page.drawings.get(view)!.cloneNode(true) as SVGElement;
  const picture = el('img', { alt: words.yourPhoto });
  const stage = el('div', { class: 'stage' }, picture);
  stage.prepend(outline);
  const told = el('div', { class: 'told', role: 'status' });
  const input = el('input', { type: 'file', id: 'photo', accept: 'image/jpeg,image/png', 'aria-describedby': 'how' });
  const label = el('label', { for: 'photo', class: 'button' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void photos.choose(view, file);
    // The same file chosen again is a change too.
    input.value = '';
  });
  const choices = el('div', { class: 'choices' }, input, label);
  const left = new AbortController();
  if (hasCamera()) choices.append(cameraChoice(stage, choices, told));

  function cameraChoice(at: HTMLElement, hidden: HTMLElement, say: HTMLElement): HTMLElement {
    const open = async () => {
      hidden.hidden = true;
      at.classList.add('live');
      try {
        const photo = await takePhoto(at, page.drawings.get(view)!, words, left.signal);
        if (photo !== undefined) await photos.choose(view, photo);
      } catch {
        say.replaceChildren(el('p', { class: 'problem' }, words.noCamera));
      } finally {
        at.classList.remove('live');
        hidden.hidden = false;
      }
    };
    return el(
      'div',
      { class: 'by-camera' },
      button(words.openCamera, () => void open()),
      el('p', { class: 'soft' }, words.cameraWhy),
    );
  }

  return {
    parts: [
      el(
        'p',
        { class: 'soft step' },
        filled(words.photoOf, { number: views.findIndex((one) => one.view === view) + 1, count: views.length }),
      ),
      el('h1', {}, title),
      el('p', { id: 'how' }, how),
      stage,
      told,
      choices,
      nav,
    ],
    leave: () => left.abort(),
    update() {
      const slot = photos.slot(view);
      const has = slot.waiting !== undefined || slot.arrived !== undefined;
      if (slot.preview !== undefined && picture.src !== slot.preview.url) picture.src = slot.preview.url;
      stage.classList.toggle('has-photo', slot.preview !== undefined);
      label.classList.toggle('again', has);
      label.textContent = has ? words.anotherPhoto : words.choosePhoto;
      tell(told, toldOf(data, photos, slot));
    },
  };
}

const toldBefore = new WeakMap<Element, string>();

/** A reader is told once of each change, not with each step of the progress. */
function tell(at: HTMLElement, texts: readonly Told[]): void {
  const now = JSON.stringify(texts);
  if (now === (toldBefore.get(at) ?? '[]')) return;
  at.replaceChildren(...texts.map(toldElement));
  toldBefore.set(at, now);
}

type Told = { text: string; kind: 'problem' | 'soft' | 'good' } | { warnings: readonly string[] };

const toldElement = (told: Told): HTMLElement =>
  'warnings' in told
    ? el('ul', { class: 'warnings' }, ...told.warnings.map((text) => el('li', {}, text)))
    : el('p', { class: told.kind }, told.text);

function toldOf({ words }: FormPageData, photos: PhotoSet, slot: Slot): Told[] {
  const { problem, waiting, arrived, look, found } = slot;
  const warnings = warningsOf(slot);
  const trouble = photos.trouble();
  return [
    ...(problem !== undefined ? [{ text: problem, kind: 'problem' as const }] : []),
    ...(waiting !== undefined && trouble !== undefined ? [{ text: words[trouble], kind: 'soft' as const }] : []),
    ...(warnings.length > 0
      ? [
          { text: words.mayBetter, kind: 'soft' as const },
          { warnings: warnings.map((one) => words.warnings[one]) },
          { text: words.goOnAnyway, kind: 'soft' as const },
        ]
      : []),
    ...(warnings.length === 0 && (look !== undefined || (waiting !== undefined && trouble === undefined))
      ? [{ text: words.looking, kind: 'soft' as const }]
      : []),
    ...(warnings.length === 0 &&
    look === undefined &&
    arrived !== undefined &&
    waiting === undefined &&
    problem === undefined
      ? [{ text: found !== undefined ? words.looksGood : words.keptAlready, kind: 'good' as const }]
      : []),
  ];
}

/** Of all photos together. It advises: sending waits for none of it. */
function setTold({ words }: FormPageData, look: SetLook): Told[] {
  if (look.isLooking()) return [{ text: words.lookingAtAll, kind: 'soft' }];
  const found = look.found();
  if (found === undefined) return [];
  const isGood = [found.together, ...Object.values(found.photos)].every((warnings) => warnings.length === 0);
  if (isGood) return [{ text: words.goTogether, kind: 'good' }];
  const texts = found.together.map((one) => (one === 'views_inconsistent' ? words.notTogether : words.warnings[one]));
  return [...(texts.length > 0 ? [{ warnings: texts }] : []), { text: words.sendAnyway, kind: 'soft' }];
}

interface MeasureActions {
  keep(): void;
  next(): void;
  nav(onNext: () => void): Node;
}

function showMeasures(
  data: FormPageData,
  page: PageParts,
  state: KeptLink,
  { keep, next, nav }: MeasureActions,
): Shown {
  const { words, measures } = data;
  const fields = measures.map(({ name, title, how, example, isNeeded }) => {
    const input = el('input', {
      type: 'text',
      id: `measure-${name}`,
      inputmode: 'decimal',
      autocomplete: 'off',
      maxlength: '20',
      placeholder: example,
      'aria-describedby': `how-${name} problem-${name}`,
    });
    input.value = state.measures[name] ?? '';
    const problem = el('p', { class: 'problem', role: 'alert', id: `problem-${name}` });
    const card = el(
      'div',
      { class: 'card' },
      el(
        'div',
        { class: 'picture' },
        page.drawings.get(name)!.cloneNode(true),
        el(
          'div',
          {},
          el('label', { for: `measure-${name}` }, title),
          el('p', { class: 'soft', id: `how-${name}` }, how),
        ),
      ),
      problem,
      el('div', { class: 'field measure' }, input, el('span', {}, 'cm')),
    );
    return { name, input, problem, card, example, isNeeded };
  });
  const checked = () => {
    const wrong = fields.filter(({ name, input, problem, example, isNeeded }) => {
      const typed = input.value.trim();
      problem.textContent = typed === '' ? (isNeeded ? words.noMeasure : '') : problemOf(data, typed, example);
      input.setAttribute('aria-invalid', String(problem.textContent !== ''));
      if (problem.textContent === '') keepMeasure(state, name, typed);
      return problem.textContent !== '';
    });
    keep();
    if (wrong.length > 0) wrong[0]!.input.focus();
    else next();
  };
  return {
    parts: [el('h1', {}, words.measureStep), ...fields.map(({ card }) => card), nav(checked)],
    update() {},
  };
}

function problemOf({ words, measuresCm: [least, most] }: FormPageData, typed: string, example: string): string {
  const value = parseMeasure(plainMeasure(typed));
  return value !== undefined && value >= least && value <= most ? '' : filled(words.notALength, { example });
}

function keepMeasure(state: KeptLink, name: MeasureName, typed: string): void {
  if (typed === '') delete state.measures[name];
  else state.measures[name] = typed;
}

interface CheckActions {
  together: SetLook;
  go(step: Step): void;
  send(say: (text: string) => void): void;
}

function showCheck(data: FormPageData, photos: PhotoSet, state: KeptLink, { go, send, together }: CheckActions): Shown {
  const { words, views, measures } = data;
  const rows = views.map(({ view, title }) => {
    const picture = el('img', { alt: '' });
    const said = el('span', { class: 'soft' });
    const change = button(words.change, () => go(view));
    change.setAttribute('aria-label', `${words.change}: ${title}`);
    const warned = el('div', { class: 'warned' });
    const row = el(
      'li',
      { class: 'card row' },
      picture,
      el('div', {}, el('strong', {}, title), ' ', said),
      change,
      warned,
    );
    return { view, row, said, picture, warned };
  });
  const measureRows = measures.map(({ name, title, isNeeded }) => {
    const typed = state.measures[name];
    const said = typed === undefined ? (isNeeded ? words.missing : '–') : `${plainMeasure(typed)} cm`;
    const change = button(words.change, () => go('measures'));
    change.setAttribute('aria-label', `${words.change}: ${title}`);
    return el('li', { class: 'card row' }, el('div', {}, el('strong', {}, title), ' ', el('span', {}, said)), change);
  });
  const told = el('p', { role: 'status' });
  const seen = el('div', { class: 'told', role: 'status' });
  const isWhole = () =>
    photos.isComplete() && measures.every(({ name, isNeeded }) => !isNeeded || state.measures[name] !== undefined);
  const sendButton = button(words.send, () => send((text) => (told.textContent = text)), 'main');
  return {
    parts: [
      el('h1', {}, words.check),
      el('ul', { class: 'rows' }, ...rows.map(({ row }) => row), ...measureRows),
      seen,
      told,
      el(
        'div',
        { class: 'nav' },
        sendButton,
        button(words.back, () => history.back()),
      ),
    ],
    leave: () => together.end(),
    update() {
      together.follow(isWhole() ? state.measures : undefined);
      const found = together.found();
      for (const { view, said, picture, warned } of rows) {
        const slot = photos.slot(view);
        const { waiting, arrived, progress, preview } = slot;
        // What is told of a photo beside all others counts more than what was told of it alone.
        const warnings = found === undefined ? warningsOf(slot) : warningsOf({ ...slot, found: found.photos[view] });
        tell(warned, warnings.length > 0 ? [{ warnings: warnings.map((one) => words.warnings[one]) }] : []);
        const percent = Math.round(progress * 100);
        said.textContent =
          waiting !== undefined
            ? `${words.waiting}${percent > 0 ? ` (${percent} %)` : ''}`
            : arrived !== undefined
              ? words.arrived
              : words.missing;
        picture.hidden = preview === undefined;
        if (preview !== undefined && picture.src !== preview.url) picture.src = preview.url;
      }
      tell(seen, setTold(data, together));
      sendButton.disabled = !isWhole();
      const trouble = photos.trouble();
      if (trouble !== undefined) told.textContent = words[trouble];
    },
  };
}
