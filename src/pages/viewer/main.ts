import type { ViewerFacts } from '../../contract/viewer.ts';
import { make } from './dom.ts';
import { loadModel } from './load-model.ts';
import { tellState, tellWhatIsUnderWay } from './page-state.ts';
import { PlainError, plainReason } from './plain-error.ts';
import { programEnd } from './program-end.ts';
import { openViewer } from './viewer.ts';

/** @throws PlainError */
async function start(): Promise<void> {
  const facts = JSON.parse(document.getElementById('facts')!.textContent) as ViewerFacts;
  const models = await Promise.all(
    facts.models.map(async ({ label, glb }) => {
      return await loadModel(glb).catch((error: unknown) => {
        const reason = plainReason(error, 'the file is of a kind that this page does not know');
        throw new PlainError(`${label}: the model cannot be shown: ${reason}`, { cause: error });
      });
    }),
  );
  const { unsaved } = openViewer(facts, models);
  void programEnd().then(() => close(unsaved()));
}

/** Nobody may be there any more, and the screen shows a patient. */
function close(unsaved: readonly Node[]): void {
  document.title = 'Closed · 3D model';
  showSheet(
    make('h1', {}, 'The 3D model was closed'),
    make('p', {}, 'recon was stopped in the terminal, so the model is not shown any more.'),
    ...unsaved,
    make('p', {}, 'To see it again, close this page and type the command again.'),
  );
  tellState('closed');
}

const showSheet = (...children: readonly Node[]) =>
  document.body.replaceChildren(make('main', { class: 'sheet' }, ...children));

start().then(
  () =>
    requestAnimationFrame(() => {
      performance.mark('first picture');
      tellWhatIsUnderWay();
    }),
  (error: unknown) => {
    const sentence = plainReason(error, 'Something went wrong that this page has no words for.');
    if (!(error instanceof PlainError)) reportError(error);
    showSheet(
      make('h1', {}, 'The 3D model cannot be shown'),
      make('p', {}, sentence),
      make('p', {}, 'Close this page, and type the command again.'),
    );
    tellState('failed');
  },
);
