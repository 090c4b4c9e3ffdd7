import { reconstructionFormField } from '../../contract/fields.ts';
import type { FormPageData, SentState } from '../../contract/patient-page.ts';
import {
  generationStateOf,
  type MeasureName,
  type ReconstructionType,
  type View,
} from '../../contract/reconstruction.ts';
import { LIMITS } from '../request-limits.ts';
import { askedParts } from './asked-parts.ts';
import { type Html, html } from './html.ts';
import { type PageParts, type PageSetting, page } from './page.ts';
import { measurePicture, viewPicture } from './view-picture.ts';
import { filled, type Guide, pageWordsOf, type Words } from './words/words.ts';

/** A problem with one photo or measure, or with the whole form (`form`); the message is a sentence. */
export interface PageProblem {
  name: View | MeasureName | 'form';
  message: string;
}

export interface FormState {
  type: ReconstructionType;
  /** The provider's number as text. */
  provider: string;
  /** The measures as they were typed before. */
  values: Readonly<Partial<Record<MeasureName, string>>>;
  problems: readonly PageProblem[];
  /** The photos that came one by one before; they need not be chosen again. */
  arrived: readonly View[];
  /** Until when the link works, epoch ms. */
  expiresAt: number;
}

/** A form in one language. */
type Form = FormState & { words: Words };

/** Renders the form, which works without script; problems are at the top and beside their fields. */
export function renderForm(setting: PageSetting, state: FormState): string {
  const { words } = setting;
  const form: Form = { ...state, words };
  const { views, measures } = askedParts(state.type, state.provider);
  const guide = words.types[state.type];
  const { title } = guide;
  const body = html`<h1>${title}</h1>
<p class="lead">${guide.lead} ${filled(words.form.asked, { photos: views.length, measures: measures.length })} ${
    words.form.once
  } ${filled(words.form.until, { time: timeIn(words, state.expiresAt) })}</p>
${problemSummary(form)}
<section class="tips">
<h2>${words.form.before}</h2>
<ul>
${guide.tips.map((tip) => html`<li>${tip}</li>\n`)}</ul>
</section>
<form method="post" enctype="multipart/form-data" accept-charset="utf-8">
<h2>${words.form.photos}</h2>
<p class="soft">${filled(words.form.formats, { mb: LIMITS.fileBytes / 1e6 })}</p>
<div class="cards">
${views.map((view) => photoCard(form, view))}</div>
${measures.length > 0 && measureSection(form, measures)}
<div class="send">
<h2>${words.form.send}</h2>
<p class="privacy">${words.form.privacy}</p>
<p>${words.form.agree}</p>
<p><button type="submit">${words.form.sendButton}</button></p>
<p class="soft">${words.form.keepOpen}</p>
</div>
</form>`;
  return page(setting, {
    title: state.problems.length > 0 ? filled(words.form.notSent, { title }) : title,
    body,
    state: 'ready',
    data: formData(form),
  });
}

/** In the time of the service, which a clinic and its patients mostly share; the zone stands with it for the others. */
const timeIn = ({ language }: Words, ms: number) =>
  new Intl.DateTimeFormat(language, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  } as const).format(ms);

/** What the script takes over; the drawings it takes from the page. */
function formData({ type, provider, words }: Form): FormPageData {
  const { views, measures, isNeeded } = askedParts(type, provider);
  return {
    kind: 'form',
    type,
    views: views.map((view) => ({ view, ...viewGuide(words, type, view) })),
    measures: measures.map((name) => ({ name, ...words.measures[name], isNeeded: isNeeded(name) })),
    measuresCm: LIMITS.measuresCm,
    largestPhotoBytes: LIMITS.fileBytes,
    words: pageWordsOf(words, type),
  };
}

/** The guide of one photo; every view that a type can ask for has one. */
const viewGuide = ({ types }: Words, type: ReconstructionType, view: View): Guide =>
  types[type].views[view] ?? { title: view, how: '' };

function problemSummary({ problems, type, values, words }: Form): Html | undefined {
  if (problems.length === 0) return undefined;
  const { lookAtOne, lookAtMany, chooseAgain, typedStays } = words.form;
  const typed = Object.values(values).some((value) => value !== '');
  return html`<div class="problems" role="alert">
<h2>${problems.length === 1 ? lookAtOne : filled(lookAtMany, { count: problems.length })}</h2>
<ul>
${problems.map(
  ({ name, message }) =>
    html`<li>${name === 'form' ? message : html`<a href="#${name}">${titleOf(words, type, name)}</a>: ${message}`}</li>\n`,
)}</ul>
<p>${chooseAgain}${typed && html` ${typedStays}`}</p>
</div>`;
}

function photoCard(form: Form, view: View): Html {
  const { title, how } = viewGuide(form.words, form.type, view);
  const problem = messageOf(form, view);
  const hasArrived = form.arrived.includes(view);
  return html`<div class="card${problem && ' wrong'}" id="${view}">
<div class="picture">${viewPicture(form.type, view)}<div>
<h3><label for="photo-${view}">${title}</label></h3>
<p class="soft" id="how-${view}">${how}${hasArrived && ` ${form.words.page.keptAlready}`}</p>
</div></div>
${problemLine(view, problem)}<div class="field"><input type="file" id="photo-${view}" name="${reconstructionFormField(
    view,
  )}" accept="image/jpeg,image/png,image/webp"${!hasArrived && html` required`} aria-describedby="${describedBy(view, problem)}"${invalid(
    problem,
  )}></div>
</div>
`;
}

function measureSection(form: Form, measures: readonly MeasureName[]): Html {
  const { measure, measures: several } = form.words.form;
  return html`<h2>${measures.length === 1 ? measure : several}</h2>
<div class="cards">
${measures.map((name) => measureCard(form, name))}</div>`;
}

function measureCard(form: Form, name: MeasureName): Html {
  const { title, how, example } = form.words.measures[name];
  const { inCm, optional, mayBeEmpty } = form.words.form;
  const problem = messageOf(form, name);
  const isNeeded = askedParts(form.type, form.provider).isNeeded(name);
  return html`<div class="card${problem && ' wrong'}" id="${name}">
<div class="picture">${measurePicture(name)}<div>
<h3><label for="measure-${name}">${filled(inCm, { title })}${
    !isNeeded && html` <span class="soft">${optional}</span>`
  }</label></h3>
<p class="soft" id="how-${name}">${how}${!isNeeded && ` ${mayBeEmpty}`}</p>
</div></div>
${problemLine(name, problem)}<div class="field measure"><input type="text" id="measure-${name}" name="${reconstructionFormField(
    name,
  )}" value="${form.values[name]}" inputmode="decimal" autocomplete="off" maxlength="20" placeholder="${example}"${
    isNeeded && html` required`
  } aria-describedby="${describedBy(name, problem)}"${invalid(problem)}> <span>${form.words.page.cm}</span></div>
</div>
`;
}

const messageOf = ({ problems }: FormState, wanted: string) => problems.find(({ name }) => name === wanted)?.message;

const problemLine = (name: string, problem: string | undefined) =>
  problem !== undefined && html`<p class="problem" id="problem-${name}">${problem}</p>\n`;

const describedBy = (name: string, problem: string | undefined) =>
  problem === undefined ? `how-${name}` : `problem-${name} how-${name}`;

const invalid = (problem: string | undefined) => problem !== undefined && html` aria-invalid="true"`;

const titleOf = (words: Words, type: ReconstructionType, name: View | MeasureName) =>
  name in words.measures ? words.measures[name as MeasureName].title : viewGuide(words, type, name as View).title;

/** Renders the thanks; the invitation is used up. `sent` is where the state of the model is. */
export function renderThanks(setting: PageSetting, sent: string): string {
  const { title, arrived, nothingMore, see } = setting.words.thanks;
  return note(
    setting,
    title,
    html`<p>${arrived}</p>
<p>${nothingMore}</p>
<p><a href="${sent}">${see}</a></p>`,
    { state: 'done' },
  );
}

/** Renders one page for every link that does not work, so that it does not tell an unknown link from an expired one. */
export function renderGone(setting: PageSetting): string {
  const { title, used, ask } = setting.words.gone;
  const body = html`<p>${used}</p>
<p>${ask}</p>`;
  return note(setting, title, body, { state: 'failed', data: { kind: 'gone' } });
}

/** Renders the page for whoever has tried many links that do not work. */
export function renderTooMany(setting: PageSetting): string {
  const { title, many, again } = setting.words.wait;
  return note(setting, title, html`<p>${many}</p>\n<p>${again}</p>`, { state: 'failed' });
}

/** Renders the page for a good link of a reconstruction that a person has accepted: nobody waits for photos. */
export function renderAccepted(setting: PageSetting): string {
  const { title, enough, ask } = setting.words.accepted;
  return note(setting, title, html`<p>${enough}</p>\n<p>${ask}</p>`, { state: 'failed' });
}

/** Renders the page for a good link while the reconstruction is being made. */
export function renderBusy(setting: PageSetting): string {
  const { title, working, later } = setting.words.busy;
  return note(setting, title, html`<p>${working}</p>\n<p>${later}</p>`, { state: 'failed' });
}

/** Renders how far the model is, and the model; without script it is asked for again by the browser. */
export function renderSent(setting: PageSetting, { status, frames }: SentState): string {
  const { title, ...words } = setting.words.sent;
  const state = generationStateOf(status);
  const body = html`<p id="sent-state" role="status">${words[state]}</p>
${frames !== null && html`<div class="turntable" id="turntable"><img src="${frames}" alt=""></div>\n`}<p class="soft">${words.private}</p>`;
  return note(setting, title, body, {
    state: ({ ready: 'done', failed: 'failed', going: 'loading' } as const)[state],
    data: { kind: 'sent', words },
    head: state === 'going' && html`<noscript><meta http-equiv="refresh" content="10"></noscript>`,
  });
}

const note = (setting: PageSetting, title: string, body: Html, rest: Omit<PageParts, 'title' | 'body'>): string =>
  page(setting, { title, body: html`<div class="card note"><h1>${title}</h1>\n${body}</div>`, ...rest });
