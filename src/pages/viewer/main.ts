import type { ViewerFacts } from '../../contract/viewer.ts';
import { make } from './dom.ts';
import { loadModel } from './model.ts';
import { tellState } from './page-state.ts';
import { openViewer } from './viewer.ts';

/** @throws Error with a sentence for a person */
async function start(): Promise<void> {
  const answer = await fetch('facts.json');
  if (!answer.ok) throw new Error('the model cannot be read any more');
  const facts = (await answer.json()) as ViewerFacts;
  const models = await Promise.all(
    facts.models.map(async ({ label, glb }) => {
      return await loadModel(glb).catch((error: unknown) => {
        throw new Error(`${label}: the model cannot be shown: ${error instanceof Error ? error.message : 'unknown'}`);
      });
    }),
  );
  openViewer(facts, models);
}

start().then(
  () =>
    requestAnimationFrame(() => {
      performance.mark('first picture');
      tellState('ready');
    }),
  (error: unknown) => {
    const sentence = error instanceof Error ? error.message : 'unknown error';
    document.body.replaceChildren(
      make(
        'main',
        { class: 'failed' },
        make('h1', {}, 'The 3D model cannot be shown'),
        make('p', {}, sentence),
        make('p', {}, 'Close this page, and type the command again.'),
      ),
    );
    tellState('failed');
  },
);
