import { reconstructionFormField } from '../../contract/fields.ts';
import { requirements } from '../../contract/photo-rules.ts';
import {
  MEASURES,
  type MeasureName,
  type ReconstructionType,
  VIEWS,
  type View,
} from '../../contract/reconstruction.ts';
import { INVITATION_DAYS } from '../domain/invitations.ts';
import { LIMITS } from '../request-limits.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';
import { guideOf, MEASURE_GUIDES, viewGuide } from './photo-guide.ts';
import { viewPicture } from './view-picture.ts';

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
}

/** True for a measure that helps but is not required. */
const isOptional = (type: ReconstructionType, name: MeasureName) => type === 'face' && name === 'eye_distance';

/** The order of taking the photos: the front first, then round the body. */
const SHOWN_FIRST: readonly View[] = ['front', ...VIEWS.filter((view) => view !== 'front')];

/** The photos and measures that the page asks for, in its order. */
export function askedParts(type: ReconstructionType, provider: string) {
  const needs = new Set<string>(requirements(type, provider));
  return {
    views: SHOWN_FIRST.filter((view) => needs.has(view)),
    measures: MEASURES.filter((name) => needs.has(name) || isOptional(type, name)),
    isNeeded: (name: View | MeasureName) => needs.has(name),
  };
}

/** Renders the form, which works without script; problems are at the top and beside their fields. */
export function renderForm(state: FormState): string {
  const { views, measures, isNeeded } = askedParts(state.type, state.provider);
  const areNeeded = measures.some(isNeeded);
  const guide = guideOf(state.type);
  const title = `Photos of ${guide.subject}`;
  return page(
    state.problems.length > 0 ? `Not sent yet: ${title}` : title,
    html`<h1>${title}</h1>
<p class="lead">Your clinic asks you for ${count(views.length, 'photo')}${
      measures.length > 0 && ` and${areNeeded ? '' : ', if you know it,'} ${count(measures.length, 'measure')}`
    }, to make a 3D model of ${guide.subject}. You can use this page once.</p>
${problemSummary(state)}
<section class="tips">
<h2>Before you start</h2>
<ul>
${guide.tips.map((tip) => html`<li>${tip}</li>\n`)}</ul>
</section>
<form method="post" enctype="multipart/form-data" accept-charset="utf-8">
<h2>Your photos</h2>
<p class="soft">A sharp photo from any phone is good: JPEG, PNG or WebP, up to ${LIMITS.fileBytes / 1e6} MB each.</p>
<div class="cards">
${views.map((view) => photoCard(state, view))}</div>
${measures.length > 0 && measureSection(state, measures)}
<div class="send">
<h2>Send</h2>
<p>Your photos go to your clinic only, over this page. Place, time and camera details that the phone may have written into them are taken out.</p>
<p><button type="submit">Send to my clinic</button></p>
<p class="soft">Sending can take a minute or two. Please keep this page open until it says that everything has arrived.</p>
</div>
</form>`,
  );
}

function problemSummary({ problems, type, values }: FormState): Html | undefined {
  if (problems.length === 0) return undefined;
  const typed = Object.values(values).some((value) => value !== '');
  return html`<div class="problems" role="alert">
<h2>Not sent yet: please look at ${count(problems.length, 'thing')}</h2>
<ul>
${problems.map(
  ({ name, message }) =>
    html`<li>${name === 'form' ? message : html`<a href="#${name}">${titleOf(type, name)}</a>: ${message}`}</li>\n`,
)}</ul>
<p>Your browser does not keep chosen photos, so please choose all of them again.${
    typed && ' What you typed is still there.'
  }</p>
</div>`;
}

function photoCard(state: FormState, view: View): Html {
  const { title, how } = viewGuide(state.type, view);
  const problem = messageOf(state, view);
  return html`<div class="card${problem && ' wrong'}" id="${view}">
<div class="picture">${viewPicture(state.type, view)}<div>
<h3><label for="photo-${view}">${title}</label></h3>
<p class="soft" id="how-${view}">${how}</p>
</div></div>
${problemLine(view, problem)}<div class="field"><input type="file" id="photo-${view}" name="${reconstructionFormField(
    view,
  )}" accept="image/jpeg,image/png,image/webp" required aria-describedby="${describedBy(view, problem)}"${invalid(
    problem,
  )}></div>
</div>
`;
}

function measureSection(state: FormState, measures: readonly MeasureName[]): Html {
  return html`<h2>${measures.length === 1 ? 'One measure' : 'Measures'}</h2>
<div class="cards">
${measures.map((name) => measureCard(state, name))}</div>`;
}

function measureCard(state: FormState, name: MeasureName): Html {
  const { title, how, example } = MEASURE_GUIDES[name];
  const problem = messageOf(state, name);
  const isNeeded = askedParts(state.type, state.provider).isNeeded(name);
  return html`<div class="card${problem && ' wrong'}" id="${name}">
<div>
<h3><label for="measure-${name}">${title}, in cm${!isNeeded && html` <span class="soft">(optional)</span>`}</label></h3>
<p class="soft" id="how-${name}">${how}${!isNeeded && ' Leave it empty if you do not know it.'}</p>
</div>
${problemLine(name, problem)}<div class="field measure"><input type="text" id="measure-${name}" name="${reconstructionFormField(
    name,
  )}" value="${state.values[name]}" inputmode="decimal" autocomplete="off" maxlength="20" placeholder="${example}"${
    isNeeded && html` required`
  } aria-describedby="${describedBy(name, problem)}"${invalid(problem)}> <span>cm</span></div>
</div>
`;
}

const messageOf = ({ problems }: FormState, wanted: string) => problems.find(({ name }) => name === wanted)?.message;

const problemLine = (name: string, problem: string | undefined) =>
  problem !== undefined && html`<p class="problem" id="problem-${name}">${problem}</p>\n`;

const describedBy = (name: string, problem: string | undefined) =>
  problem === undefined ? `how-${name}` : `problem-${name} how-${name}`;

const invalid = (problem: string | undefined) => problem !== undefined && html` aria-invalid="true"`;

const titleOf = (type: ReconstructionType, name: View | MeasureName) =>
  name in MEASURE_GUIDES ? MEASURE_GUIDES[name as MeasureName].title : viewGuide(type, name as View).title;

const count = (number: number, noun: string) => `${number === 1 ? 'one' : number} ${noun}${number === 1 ? '' : 's'}`;

/** Renders the thanks; the invitation is used up. */
export function renderThanks(type: ReconstructionType): string {
  return note(
    'Thank you',
    html`<p>Everything has arrived. Your clinic has your photos now and makes the 3D model of ${guideOf(type).subject} from them.</p>
<p>There is nothing more for you to do, and you can close this page. Should another photo be needed, your clinic sends you a new link.</p>`,
  );
}

/** Renders one page for every link that does not work, so that it does not tell an unknown link from an expired one. */
export function renderGone(): string {
  return note(
    'This link does not work any more',
    html`<p>A link like this can be used once, and for ${INVITATION_DAYS} days. If you have already sent your photos with it, they have arrived and all is well.</p>
<p>Otherwise please ask your clinic for a new link, and check that you opened the whole of it.</p>`,
  );
}

/** Renders the page for whoever has tried many links that do not work. */
export function renderTooMany(): string {
  return note(
    'Please wait a minute',
    html`<p>Many links that do not work any more have been opened from where you are.</p>
<p>Please wait a minute, then open the link from your clinic again, and check that you opened the whole of it.</p>`,
  );
}

/** Renders the page for a good link while the reconstruction takes no photos. */
export function renderBusy(): string {
  return note(
    'Not now, please',
    html`<p>Your clinic is working with photos of you at this moment, so no others can be taken in.</p>
<p>Please open this link again in a few minutes. If you see this page again then, please ask your clinic.</p>`,
  );
}

function note(title: string, body: Html): string {
  return page(title, html`<div class="card note"><h1>${title}</h1>\n${body}</div>`);
}
