import type { FormPageData } from '../../contract/patient-page.ts';
import { showCheck } from './check-step.ts';
import { linkName } from './digest.ts';
import type { KeptLink, PhoneStore } from './kept-photos.ts';
import { showMeasures } from './measures-step.ts';
import { button, el, setState } from './page-root.ts';
import { createPhotoSet, type PhotoSet } from './photo-set.ts';
import { showPhoto } from './photo-step.ts';
import { createSending } from './sending.ts';
import { createSetLook } from './set-look.ts';
import { partsOf, type Shown, type Step } from './step.ts';
import { showWelcome } from './welcome-step.ts';

/** By then any link has ended: what counts until the service has told when. */
const LONGEST_LINK_MS = 8 * 24 * 3_600_000;

/** Takes the form of the page over: one photo after another, each kept and sent by itself. */
export async function startForm(data: FormPageData, store: PhoneStore): Promise<void> {
  const link = linkName(location.pathname);
  const kept = await store.link(link).catch(() => undefined);
  const state: KeptLink = kept ?? { link, measures: {}, until: Date.now() + LONGEST_LINK_MS };
  const main = document.querySelector('main')!;
  const page = partsOf(main, data);
  const { words } = data;
  let update = () => {};
  let leave = () => {};
  let ending: ReturnType<typeof setTimeout> | undefined;
  let isGone = false;
  const onChange = () => update();
  const photos = createPhotoSet(data, link, store, {
    onChange,
    onLeft(ms) {
      const leftMs = Math.min(ms, LONGEST_LINK_MS);
      state.until = Date.now() + leftMs;
      clearTimeout(ending);
      ending = setTimeout(() => void end(), leftMs);
    },
    onGone() {
      isGone = true;
      // A sending uses the link up, and its own answer leads on: a reload now would leave the patient at a dead link.
      if (!sending.isUnderWay()) location.reload();
    },
  });
  const together = createSetLook(photos, state.measures, onChange);
  const sending = createSending({ data, photos, state, store, onChange });
  const keep = () => store.keepLink(state).catch(() => {});

  /** The link has ended while the page is open. */
  async function end(): Promise<void> {
    isGone = true;
    // Of a sending the answer may come yet.
    if (sending.isUnderWay()) return;
    if (state.sending === undefined) await store.forget(link).catch(() => {});
    location.reload();
  }

  await photos.refresh();
  // The page was closed while it sent the set. As the form still opens, the service has not taken it. What is kept here
  // was to be erased 24 hours after the sending; now it lives as long as the link again.
  if (kept?.sending !== undefined) await keep();
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
    if (isGone) {
      location.reload();
      return;
    }
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
        button(words.next, onNext, 'main'),
        button(words.back, () => goBy(step, -1)),
      );
    if (step === 'welcome') return showWelcome(data, page, () => void agreed());
    if (step === 'measures') return showMeasures(data, page, state, { keep: () => void keep(), next, nav });
    if (step === 'check') return showCheck(data, page, { photos, measured: state.measures, together, sending, go });
    return showPhoto(data, page, { view: step, photos, together, nav: nav(next) });
  }

  async function agreed(): Promise<void> {
    await keep();
    go(data.views[0]!.view);
  }

  window.addEventListener('popstate', ({ state: before }) =>
    go((before as { step?: Step } | null)?.step ?? 'welcome', 'none'),
  );
  go(firstStep(kept, photos, steps), 'replace');
}

/** Where the same phone was before. */
function firstStep(kept: KeptLink | undefined, photos: PhotoSet, steps: readonly Step[]): Step {
  if (kept === undefined) return 'welcome';
  const missing = photos.slots().find(({ waiting, arrived }) => waiting === undefined && arrived === undefined);
  return (
    missing?.view ?? (steps.includes('measures') && Object.keys(kept.measures).length === 0 ? 'measures' : 'check')
  );
}
