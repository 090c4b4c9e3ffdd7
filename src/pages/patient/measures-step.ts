import { cmOfOtherUnit } from '../../contract/measure-hints.ts';
import type { FormPageData } from '../../contract/patient-page.ts';
import { parseMeasure } from '../../contract/photo-rules.ts';
import type { MeasureName } from '../../contract/reconstruction.ts';
import { measureIn, plainMeasure } from '../../contract/typed-measure.ts';
import type { KeptLink } from './kept-photos.ts';
import { el, filled } from './page-root.ts';
import type { PageParts, Shown } from './step.ts';

interface MeasureActions {
  keep(): void;
  next(): void;
  nav(onNext: () => void): Node;
}

export function showMeasures(
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
        page.drawing(name),
        el(
          'div',
          {},
          el('label', { for: `measure-${name}` }, title),
          el('p', { class: 'soft', id: `how-${name}` }, how),
        ),
      ),
      problem,
      el('div', { class: 'field measure' }, input, el('span', {}, data.words.cm)),
    );
    return { name, input, problem, card, example, isNeeded };
  });
  const checked = () => {
    const wrong = fields.filter(({ name, input, problem, example, isNeeded }) => {
      const typed = input.value.trim();
      problem.textContent =
        typed === '' ? (isNeeded ? words.noMeasure : '') : problemOf(data, { name, typed, example });
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

function problemOf(
  { words, measuresCm: [least, most] }: FormPageData,
  { name, typed, example }: { name: MeasureName; typed: string; example: string },
): string {
  const plain = plainMeasure(typed);
  const value = parseMeasure(plain);
  const isLength = value !== undefined && value >= least && value <= most;
  const right = isLength ? cmOfOtherUnit(name, plain) : undefined;
  if (right !== undefined) {
    return filled(words.otherUnit, { example: measureIn(document.documentElement.lang, right) });
  }
  return isLength ? '' : filled(words.notALength, { example });
}

function keepMeasure(state: KeptLink, name: MeasureName, typed: string): void {
  if (typed === '') delete state.measures[name];
  else state.measures[name] = typed;
}
