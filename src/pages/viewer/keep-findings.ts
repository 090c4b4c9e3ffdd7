import { button, make, section } from './dom.ts';
import type { Figure } from './figure.ts';
import type { Finding } from './findings.ts';
import {
  findingsFileName,
  findingsText,
  type KeptFinding,
  type KeptModel,
  MOST_FILE_BYTES,
  MOST_SIMULATION_LETTERS,
  readFindings,
} from './findings-file.ts';
import { toMicron, type Vec3 } from './measure/vector.ts';
import { during, workOut } from './page-state.ts';
import { PlainError, plainReason } from './plain-error.ts';
import { saveFile } from './save-file.ts';

/** A finding where it was made. */
export interface Found extends Finding {
  figure: Figure;
  /** Of a note. */
  text: string;
  /** Where it was made on a simulation. */
  simulation?: Simulated;
}

/** What a finding on a simulation keeps of it: the simulation may be another one later. */
export interface Simulated {
  name: string;
  /** The model that is simulated, and where its skin has the finding's points. */
  figure: Figure;
  places: readonly Vec3[];
}

interface Parts {
  /** The models as they were read, and what they are called. */
  models: readonly { figure: Figure; label: string }[];
  /** All there is now, a live list. */
  found: readonly Found[];
  /** Finds anew what a file keeps. */
  findAgain(figure: Figure, kept: KeptFinding): Found;
  onOpened(added: readonly Found[]): void;
  say(sentence: string): void;
}

/** Saves notes and measures as a file and opens it again; the page is not closed unasked while some are not saved. */
export function keepFindings({ models, found, findAgain, onOpened, say }: Parts) {
  const saved = new WeakSet<Found>();
  const ownName = findingsFileName(models.map(({ label }) => label));
  /** The file that holds what is saved. */
  let name = ownName;
  /** The lines that simulations of the patient's record have on a model. */
  let recorded: { figure: Figure; lines: ReadonlySet<string> } | undefined;
  const isRecorded = ({ kind, figure, points }: Found) =>
    kind === 'volume' && figure === recorded?.figure && recorded.lines.has(lineText(points.map(({ place }) => place)));
  const inNoFile = () => found.filter((one) => !saved.has(one));
  const unsaved = () => inNoFile().filter((one) => !isRecorded(one)).length;
  window.addEventListener('beforeunload', (event) => {
    if (unsaved() > 0) event.preventDefault();
  });
  const state = make('p', {});
  const saveButton = button('Save notes and measures', () => void save());
  /** After each change. */
  const tell = () => {
    const count = unsaved();
    const inRecord = inNoFile().length - count;
    state.textContent = [
      ...(count === 0 ? [] : [`Notes and measures not saved yet: ${count} of ${found.length}.`]),
      ...(inRecord === 0 ? [] : [`In the patient’s record, with a simulation: ${inRecord}.`]),
    ].join(' ');
    state.hidden = state.textContent === '';
  };
  tell();
  const save = async () => {
    if (found.length === 0) return say('There are no notes and measures yet.');
    const now = [...found];
    // The skin of a simulation is found again; what was measured on it is not.
    const lasting = now.filter(({ kind, simulation }) => kind === 'note' || simulation === undefined);
    if (lasting.length === 0) return say('Measures on a simulation cannot be saved.');
    const kept = await Promise.all(
      models.map(async ({ figure, label }): Promise<KeptModel> => {
        const own = lasting.filter((one) => modelOf(one) === figure);
        return { sha256: await figure.model.sha256, label, findings: own.map(keptOf) };
      }),
    );
    name = ownName;
    saveFile(new Blob([findingsText(kept)], { type: 'application/json' }), name);
    for (const one of lasting) saved.add(one);
    tell();
    const left = now.length - lasting.length;
    const without = left === 0 ? '' : ` Without ${left} measured on a simulation, which cannot be saved.`;
    say(`Notes and measures are saved as ${name}.${without}`);
  };
  const open = async (file: File) => {
    const kept = await keptIn(file);
    const shas = await Promise.all(models.map(({ figure }) => figure.model.sha256));
    const taken = new Set<number>();
    const [known, strange]: [[Figure, KeptFinding][], KeptModel[]] = [[], []];
    for (const model of kept.filter(({ findings }) => findings.length > 0)) {
      // One model may be shown twice.
      const at = shas.findIndex((sha, i) => sha === model.sha256 && !taken.has(i));
      taken.add(at);
      if (at < 0) strange.push(model);
      else known.push(...model.findings.map((one): [Figure, KeptFinding] => [models[at]!.figure, one]));
    }
    const others = strange.map(({ label }) => label).join(', ');
    if (known.length === 0 && strange.length > 0) {
      throw new PlainError(`is of another model, or of an earlier one: ${others}`);
    }
    const added = await workOut(() => {
      const there = new Set(found.map((one) => textOf(modelOf(one), keptOf(one))));
      const missing = known.filter(([figure, one]) => !there.has(textOf(figure, one)));
      return missing.map(([figure, one]) => findAgain(figure, one));
    });
    for (const one of added) saved.add(one);
    if (added.length > 0) name = file.name;
    const [before, without] = [known.length - added.length, others && ` Not those of another model: ${others}.`];
    say(`${file.name}: ${added.length} opened${before === 0 ? '' : `, ${before} were there already`}.${without}`);
    onOpened(added);
  };
  const textOf = (figure: Figure, { kind, points, text, simulation }: KeptFinding) =>
    JSON.stringify([models.findIndex((one) => one.figure === figure), kind, points, text, simulation]);
  const input = make('input', { type: 'file', accept: '.json,application/json', hidden: true });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    const refuse = (error: unknown) => say(`${file.name} ${plainReason(error, 'cannot be read')}. Nothing was opened.`);
    void during('loading', () => open(file).catch(refuse));
    // The same file can be chosen once more.
    input.value = '';
  });
  const element = section(
    'Notes and measures as a file',
    make('p', {}, 'When this page is closed, what is not saved is lost. Save it as a file to open it here again.'),
    state,
    make(
      'div',
      { class: 'buttons' },
      saveButton,
      button('Open saved ones …', () => input.click()),
    ),
    input,
  );
  /** What tells that some are not saved and saves them, to stand without the rest; nothing where all are saved. */
  const leftOver = () => (unsaved() === 0 ? [] : [state, saveButton]);
  /** The file that holds these, or would after a save. */
  const fileOf = (some: readonly Found[]) =>
    some.every((one) => saved.has(one)) ? { name, isSaved: true } : { name: ownName, isSaved: false };
  /** Takes the lines that the patient's record has now on a model: they are not lost with the page. */
  const inRecord = (figure: Figure, lines: readonly (readonly Vec3[])[]) => {
    recorded = { figure, lines: new Set(lines.map(lineText)) };
    tell();
  };
  return { element, tell, unsaved: leftOver, fileOf, inRecord };
}

const lineText = (line: readonly Vec3[]) => JSON.stringify(line.map(toMicron));

/** The figure of the file that it belongs to. */
const modelOf = ({ figure, simulation }: Found): Figure => simulation?.figure ?? figure;

const keptOf = ({ kind, points, text, simulation }: Found): KeptFinding => ({
  kind,
  points: simulation?.places ?? points.map(({ place }) => place),
  text,
  ...(simulation && { simulation: simulation.name.slice(0, MOST_SIMULATION_LETTERS) }),
});

/** @throws PlainError the end of a sentence that begins with the file's name */
async function keptIn(file: File): Promise<KeptModel[]> {
  if (file.size > MOST_FILE_BYTES) throw new PlainError('is too large to be a file of notes and measures');
  return readFindings(await file.text());
}
