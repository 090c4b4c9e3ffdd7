import type { FormPageData } from '../../contract/patient-page.ts';
import { button, el } from './page-root.ts';
import type { PageParts, Shown } from './step.ts';

export function showWelcome({ words }: FormPageData, page: PageParts, onAgreed: () => void): Shown {
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
