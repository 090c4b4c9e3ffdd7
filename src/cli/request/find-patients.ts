import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { idText } from '../../core/answer.ts';
import { beforeSending } from '../../core/changes/unfinished-errors.ts';
import { folded } from '../../core/folded.ts';
import { patientToChange, requireChange } from '../../core/may-change.ts';
import { togetherAsPhone } from '../../core/phone.ts';
import { spellingsOf, typedSpellings } from '../../core/spellings.ts';
import {
  type Candidate,
  candidatesFor,
  nearestNames,
  onlyOne,
  readEverybody,
  readWhom,
  type Whom,
} from '../../core/whom.ts';
import { ReconError } from '../../errors.ts';
import type { Client, Context } from '../context.ts';
import { once } from '../once.ts';
import { fieldOf } from '../output/field-text.ts';
import { typeName } from '../output/patient-columns.ts';
import { nameOf } from '../output/patient-line.ts';
import { choiceLines, choiceWidth, descriptionOf } from './choice-lines.ts';
import { type Beside, missingArgument } from './missing-argument.ts';
import {
  CERTAIN_ALONE,
  NOBODY_ASKED,
  nobody,
  nobodyBut,
  notQuoted,
  partOnly,
  partText,
  type Searched,
  several,
} from './whom-errors.ts';

export interface Purpose {
  /** As in "transfer patient 7?", where something is changed; undefined where patients are only read. */
  change?: string;
  /** `--yes`: only what is certain is done without a question. */
  yes?: boolean;
  /** The command shows everybody and asks by itself. */
  asksItself?: boolean;
  /** Nobody is told of whose name is near: what is done cannot be undone, and is not to be led to somebody else. */
  namesNobodyElse?: boolean;
  /** What the change does to this patient, a line each, shown where it is asked about. */
  shows?: (patient: unknown) => string[];
  /** The patient is so already: that is shown, and nobody is asked here. */
  isSo?: (patient: unknown) => boolean;
  /** Throws where this patient cannot be changed so; asked before a person is. */
  refuses?: (id: string) => Promise<unknown>;
  /** Ids of those who are offered where nobody was typed; otherwise all patients are. */
  offered?: ReadonlySet<string> | undefined;
  /**
   * Only patients who have such a model are offered; to change somebody of whom a name was typed, all who have that name
   * are.
   */
  having?: ReconstructionType | undefined;
  /** What else the line to type has, for somebody who names no patient and cannot be asked. */
  beside?: Beside | undefined;
  /** Stdin holds something else than answers. */
  stdinIsTaken?: boolean;
}

type Everybody = () => Promise<Parameters<typeof candidatesFor>[0]>;

/** Everything that was typed is read before anybody is looked for, and everybody is known before anything is done. */
export async function findPatients(typed: readonly string[], purpose: Purpose, context: Context): Promise<string[]> {
  const wanted = typed.map(readWhom);
  const everybody = once(() => readShown(purpose, context));
  const together = (await oneName(wanted, everybody)) ?? (await onePhone(typed, wanted, everybody));
  const isGuess = purpose.change !== undefined && (purpose.yes === true || !mayAsk(purpose, context));
  if (together !== undefined && isGuess) throw notQuoted(together, purpose);
  const ids: string[] = [];
  for (const whom of together === undefined ? wanted : [together]) {
    if (whom.by === 'id') ids.push(whom.id);
    else if (whom.by === 'last') ids.push(await lastPatient(purpose, context));
    else ids.push(await chosenOf(candidatesOf(await everybody(), whom, purpose, context), whom, purpose, context));
  }
  return [...new Set(ids)];
}

/** `maria silva` without quotes: words that mean nobody, or several people, but are together in somebody's name. */
async function oneName(wanted: readonly Whom[], everybody: Everybody) {
  const words = wanted.flatMap((whom) => (whom.by === 'name' && !/\s/.test(whom.typed) ? [whom] : []));
  if (words.length < 2 || words.length < wanted.length) return undefined;
  const all = await everybody();
  const isSomebody = (word: Searched) => onlyOne(candidatesFor(all, word), word) !== undefined;
  if (words.every(isSomebody)) return undefined;
  const together: Searched = { by: 'name', typed: words.map(({ typed }) => typed).join(' ') };
  return candidatesFor(all, together).length === 0 ? undefined : together;
}

/** `0701-74 16 15` without quotes: the first part is nobody's number, and all of them together are somebody's. */
async function onePhone(typed: readonly string[], [first, ...more]: readonly Whom[], everybody: Everybody) {
  const number = togetherAsPhone(typed);
  if (number === undefined || first?.by !== 'phone' || more.length === 0) return undefined;
  const all = await everybody();
  const together: Searched = { by: 'phone', typed: number };
  return candidatesFor(all, first).length > 0 || candidatesFor(all, together).length === 0 ? undefined : together;
}

/**
 * Nobody was typed: all patients, or those of `offered` or `having`, are to be chosen from, the newest first.
 * @throws ReconError `usage` where nobody can be asked, and for a change that is to be made without a question;
 * `not_found` where there is none to choose
 */
export async function askForWhom(purpose: Purpose, context: Context): Promise<string> {
  const { change, having, beside = change === undefined ? { line: [] } : undefined } = purpose;
  if (!mayOffer(purpose, context)) throw missingArgument('patient', context, beside);
  const everybody = (await readShown(purpose, context)).flatMap((patient) => {
    const id = idText(patient?.id);
    return id === undefined || purpose.offered?.has(id) === false ? [] : [{ id, patient }];
  });
  if (everybody.length === 0) {
    throw new ReconError('not_found', 'there are no patients yet', { hint: { command: ['patients', 'create'] } });
  }
  const fitting = everybody.filter(hasModel(having));
  if (fitting.length === 0) {
    throw new ReconError('not_found', `no patient has a ${having} model yet`, {
      hint: { command: ['patients', 'list'] },
    });
  }
  const newestFirst = fitting.sort((one, other) => Number(other.id) - Number(one.id));
  const which = having === undefined ? 'Which patient?' : `Which patient with a ${having} model?`;
  const question = change === undefined ? which : `${change} which patient?`;
  return await offer(question, newestFirst, purpose, context);
}

/** Somebody of whom the service tells no models may have one. */
const hasModel =
  (type: ReconstructionType | undefined) =>
  ({ patient }: Pick<Candidate, 'patient'>): boolean => {
    const models = fieldOf(patient, 'reconstructions');
    return type === undefined || !Array.isArray(models) || models.some((one) => typeName(one) === type);
  };

/** @throws ReconError `forbidden` where a change is meant, and the first page tells that the token only reads */
export async function readShown({ change }: Purpose, context: Context) {
  const client = await context.client();
  const live = await context.liveLine();
  const tick = (read: number, total: number) => live.tick(`looking through the patients, ${read} of ${total}`);
  try {
    if (change === undefined) return await readEverybody(client, tick);
    return await beforeSending(() => readEverybody({ eachPage: pagesToChange(client) }, tick));
  } finally {
    live.stop();
  }
}

const pagesToChange = ({ eachPage }: Pick<Client, 'eachPage'>): Client['eachPage'] =>
  async function* (filters) {
    for await (const page of eachPage(filters)) {
      requireChange(page);
      yield page;
    }
  };

/** @throws ReconError `not_found`, on a terminal with whose name is nearest: who cannot be asked may be a log */
function candidatesOf(
  everybody: Parameters<typeof candidatesFor>[0],
  whom: Searched,
  { namesNobodyElse = false }: Purpose,
  { streams }: Context,
): Candidate[] {
  const candidates = candidatesFor(everybody, whom);
  if (candidates.length > 0) return candidates;
  const isNearTold = whom.by === 'name' && !namesNobodyElse && streams.stderrIsTty();
  const near = isNearTold ? nearestNames(everybody, whom.typed) : [];
  throw near.length === 0 ? nobody(whom) : nobodyBut(near, whom);
}

async function chosenOf(candidates: readonly Candidate[], whom: Searched, purpose: Purpose, context: Context) {
  const only = onlyOne(candidates, whom);
  const { change, yes = false } = purpose;
  // Who reads sees whom it was; nothing is made of a part of a name without a question.
  if (only !== undefined && (change === undefined || (only.isWhole && (yes || !mayAsk(purpose, context))))) {
    return only.id;
  }
  if (!mayAsk(purpose, context))
    throw only === undefined ? several(candidates, whom) : partOnly(only, whom, NOBODY_ASKED);
  if (only === undefined) {
    if (!mayOffer(purpose, context)) throw several(candidates, whom);
    return await choose(candidates, whom, purpose, context);
  }
  if (yes && !only.isWhole) {
    // A script that is tried with --dry-run has nobody to ask when it runs.
    if (context.globals().dryRun) throw partOnly(only, whom, CERTAIN_ALONE);
    context.streams.note(`${partText(only, whom)}, so --yes does not answer this`);
  }
  await confirm(only.id, only.patient, purpose, context);
  return only.id;
}

/** Nothing is changed on the answer to a list alone: one Enter, typed too early, would take its first line. */
const mayOffer = (purpose: Purpose, context: Context) =>
  mayAsk(purpose, context) && (purpose.change === undefined || purpose.yes !== true);

const mayAsk = ({ stdinIsTaken = false }: Purpose, context: Context) => !stdinIsTaken && context.mayAsk();

async function choose(candidates: readonly Candidate[], { typed, by }: Searched, purpose: Purpose, context: Context) {
  const { change, having } = purpose;
  const fitting = change === undefined ? candidates.filter(hasModel(having)) : candidates;
  const count = fitting.length === 0 ? 'none' : `only ${fitting.length}`;
  const some = fitting.length === candidates.length ? '' : `; ${count} with a ${having} model`;
  const message = `${candidates.length} patients may be meant by ${JSON.stringify(typed)}${some}. Which one?`;
  return await offer(message, fitting.length === 0 ? candidates : fitting, purpose, context, by);
}

/** A list of patients, narrowed by what is typed. Who was chosen for a change is shown and asked about once more. */
async function offer(
  message: string,
  patients: readonly Pick<Candidate, 'id' | 'patient'>[],
  purpose: Purpose,
  context: Context,
  by?: Searched['by'],
): Promise<string> {
  // A number that was typed is to be seen.
  const [theme, now] = [await context.theme('stderr'), context.clock.now()];
  const paper = { width: choiceWidth(context), theme, now, hasAllContacts: by === 'phone' };
  const choices = (await choiceLines(patients, paper)).map(({ id, patient, drawn, whole }) => {
    const short = `${nameOf(patient)}, patient ${id}`;
    const spelled = whole.split(/\s+/).flatMap(spellingsOf).join(' ');
    return { value: id, name: whole, drawn, short, spelled, foldedName: folded(nameOf(patient)) };
  });
  const chosen = await (await context.prompt()).search(message, (more) => {
    const typed = folded(more).trim();
    const parts = more.trim().split(/\s+/).map(typedSpellings);
    // A number is a patient's before it is a part of somebody's phone number.
    return choices
      .filter((choice) => parts.every((part) => part.some((word) => choice.spelled.includes(word))))
      .map((choice) => ({ ...choice, isExact: typed === choice.value || typed === choice.foldedName }))
      .toSorted((one, other) => Number(other.isExact) - Number(one.isExact));
  });
  await confirm(chosen, patients.find(({ id }) => id === chosen)?.patient, purpose, context);
  return chosen;
}

/** Shows who it is and asks, unless the command does it by itself. */
async function confirm(id: string, patient: unknown, purpose: Purpose, context: Context) {
  const { change, shows, isSo, asksItself, yes, refuses } = purpose;
  if (change === undefined || context.globals().dryRun || (asksItself && !yes)) return;
  await refuses?.(id);
  context.streams.note(descriptionOf(id, patient, context.clock.now()));
  for (const line of shows?.(patient) ?? []) context.streams.note(`  ${line}`);
  if (isSo?.(patient) === true) return;
  if (await (await context.prompt()).confirm(`${change} this patient?`)) return;
  throw new ReconError('declined', 'nothing was done');
}

/** The patient who was made or shown last, by this profile at this service. */
async function lastPatient(purpose: Purpose, context: Context): Promise<string> {
  const id = await (await context.lastPatient()).read();
  if (id === undefined) {
    throw new ReconError(
      'not_found',
      'no patient of this service was made or shown on this computer yet, so there is no last one',
      {
        hint: { command: ['patients', 'list'] },
      },
    );
  }
  if (purpose.change === undefined) return id;
  if (!mayAsk(purpose, context)) {
    throw new ReconError('usage', `"last" is patient ${id}, and nobody can be asked if that one is meant`, {
      hint: 'the same command with the id',
    });
  }
  const patient = (await patientToChange(await context.client(), id)).body?.patient;
  if (purpose.yes === true) context.streams.note('"last" tells no patient for certain, so --yes does not answer this');
  await confirm(idText(patient?.id) ?? id, patient, purpose, context);
  return id;
}
