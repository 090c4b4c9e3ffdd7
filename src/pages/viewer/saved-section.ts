import { isNoImplant, rowOfImplant } from '../../contract/implant-rows.ts';
import { type Implant, SIDES, type Side } from '../../contract/simulation.ts';
import type { SimulationLines } from '../../contract/simulation-lines.ts';
import type { SavedSimulation, SentSimulation, ViewerFacts } from '../../contract/viewer.ts';
import { button, make } from './dom.ts';
import { nameOf } from './implant-size.ts';
import { during } from './page-state.ts';

export type Chosen = Readonly<Record<Side, Implant | undefined>>;

/** The file of notes and measures that holds the lines round the breasts, or would after a save. */
export interface LinesFile {
  name: string;
  isSaved: boolean;
}

interface Parts {
  /** The implants that are shown now. */
  chosen(): Chosen;
  /** What to do first where none is. */
  whyNone(): string;
  /** The lines that they are within, where the service keeps them. */
  lines(): Promise<SimulationLines | undefined>;
  onShow(implants: Chosen, name: string, lines: SimulationLines | undefined): Promise<void>;
  onSaved(name: string, implants: Chosen): void;
  /** All that the record has now. */
  onListed(all: readonly SavedSimulation[]): void;
  linesFile(): LinesFile;
  say(sentence: string): void;
}

/** The simulations of the patient's record; where the service has a way to, others are kept and these deleted. */
export function savedSection(
  { saved, canSave }: NonNullable<ViewerFacts['simulations']>,
  { chosen, whyNone, lines, onShow, onSaved, onListed, linesFile, say }: Parts,
): HTMLElement {
  const list = make('ul', { class: 'saved' });
  const name = make('input', { id: 'simulation-name', type: 'text', maxlength: '100', autocomplete: 'off' });
  const about = make('input', { id: 'simulation-about', type: 'text', maxlength: '1000', autocomplete: 'off' });

  /** Has the service do something, and shows what there is then. */
  const ask = (path: string, init: RequestInit, { done, not }: { done: string; not: string }) =>
    during('sending', async () => {
      try {
        const answer = await fetch(path, init);
        const said = (await answer.json()) as ViewerFacts & { problem?: string };
        if (answer.ok) showList(said.simulations?.saved ?? []);
        say(answer.ok ? done : `${not}: ${said.problem ?? 'the answer cannot be read'}`);
        return answer.ok;
      } catch {
        say('It is not known whether that was done: the program that showed this page has ended.');
        return false;
      }
    });
  let isSaving = false;
  const save = async () => {
    if (isSaving) return;
    const wanted = chosen();
    const rows = SIDES.flatMap((side) => {
      const implant = wanted[side];
      return implant === undefined ? [] : [[side, rowOfImplant(implant)] as const];
    });
    const sent: SentSimulation = {
      name: name.value.trim(),
      description: about.value.trim(),
      implants: Object.fromEntries(rows),
    };
    if (rows.length === 0) return say(whyNone());
    if (sent.name === '') {
      name.focus();
      return say('Type a name for the simulation first.');
    }
    isSaving = true;
    const kept = await lines();
    const isSaved = await ask(
      'simulations',
      { method: 'POST', body: JSON.stringify({ ...sent, ...(kept && { lines: kept }) }) },
      {
        done: `The simulation ${sent.name} is saved in the patient’s record${kept ? ', with its lines round the breasts.' : `. ${aboutLines(linesFile())}`}`,
        not: 'It was not saved',
      },
    );
    isSaving = false;
    if (!isSaved) return;
    name.value = about.value = '';
    onSaved(sent.name, wanted);
  };
  let doomed: SavedSimulation | undefined;
  const question = make('h2', { id: 'delete-question' });
  const dialog = make(
    'dialog',
    { 'aria-labelledby': question.id },
    question,
    make(
      'div',
      { class: 'buttons' },
      button('Delete', () => {
        dialog.close();
        const { id, name: text } = doomed!;
        const words = { done: `The simulation ${text} is deleted.`, not: 'It was not deleted' };
        void ask(`simulations/${id}`, { method: 'DELETE' }, words);
      }),
      button('Keep it', () => dialog.close()),
    ),
  );
  const showList = (all: readonly SavedSimulation[]) => {
    list.replaceChildren(
      ...all.map((one) => {
        const implants: Chosen = { left: implantOf(one.left_implant), right: implantOf(one.right_implant) };
        const words = SIDES.map((side) => `${side}: ${implants[side] ? nameOf(implants[side]) : 'none'}`);
        const show = button('Show', () => void onShow(implants, one.name, one.lines), {
          'aria-label': `Show ${one.name}`,
        });
        const remove = button(
          'Delete …',
          () => {
            doomed = one;
            question.textContent = `Delete the simulation ${one.name}?`;
            dialog.showModal();
          },
          { 'aria-label': `Delete ${one.name} …` },
        );
        return make(
          'li',
          {},
          make('strong', {}, one.name),
          ...[one.description, ...words].filter((word) => word !== '').map((word) => make('p', {}, word)),
          make('div', { class: 'buttons' }, show, ...(canSave ? [remove] : [])),
        );
      }),
    );
    title.hidden = all.length === 0;
    onListed(all);
  };
  const title = make('h3', {}, 'Saved simulations');
  showList(saved);
  const form = [
    make('label', { for: name.id }, 'Name of the simulation'),
    name,
    make('label', { for: about.id }, 'About it (may be empty)'),
    about,
    make(
      'div',
      { class: 'buttons' },
      button('Save simulation', () => void save()),
    ),
  ];
  return make('div', {}, ...(canSave ? form : []), title, list, ...(canSave ? [dialog] : []));
}

const aboutLines = ({ name, isSaved }: LinesFile) =>
  isSaved
    ? `Its lines round the breasts are in ${name}: keep that file, and open it here to see the simulation again.`
    : `Its lines round the breasts are not in it: press Save notes and measures, and open that file, ${name}, to see the simulation again.`;

const implantOf = (implant: Implant) => (isNoImplant(implant) ? undefined : implant);
