import type { ViewerFacts } from '../../contract/viewer.ts';
import { button, make, section } from './dom.ts';
import { during } from './page-state.ts';
import { acceptWords } from './words.ts';

/** Accepts the model, after asking; the service that gave it has a way to. `label` tells it from another one beside it. */
export function acceptSection(
  { type, isAccepted }: NonNullable<ViewerFacts['acceptance']>,
  label: string | undefined,
  say: (sentence: string) => void,
): HTMLElement {
  const words = acceptWords(type, label);
  const state = make('p', {});
  const ask = button(words.ask, () => dialog.showModal());
  const showState = (accepted: boolean) => {
    state.textContent = accepted ? words.accepted : words.open;
    ask.hidden = accepted;
  };
  const send = async () => {
    try {
      const answer = await fetch('accept', { method: 'POST' });
      const said = (await answer.json()) as { problem?: string };
      if (!answer.ok) return say(`It was not accepted: ${said.problem ?? 'the answer cannot be read'}`);
      showState(true);
      say('The model is accepted.');
    } catch {
      say('It is not known whether the model is accepted: the program that showed it has ended.');
    }
  };
  const dialog = make(
    'dialog',
    { 'aria-labelledby': 'accept-question' },
    make('h2', { id: 'accept-question' }, words.question),
    make('p', {}, 'No update and no invitation replaces it then, until that is taken back.'),
    make(
      'div',
      { class: 'buttons' },
      button('Accept', () => {
        dialog.close();
        void during('sending', send);
      }),
      button('Not now', () => dialog.close()),
    ),
  );
  showState(isAccepted);
  return section('Accept', state, ask, dialog);
}
