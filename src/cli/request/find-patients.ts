import { idText } from '../../core/answer.ts';
import { type Candidate, candidatesFor, folded, onlyOne, readEverybody, readWhom, type Whom } from '../../core/whom.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { once } from '../once.ts';
import { fieldOf, fieldText, itemsOf } from '../output/field-text.ts';
import { typeName } from '../output/patient-columns.ts';

export interface Purpose {
  /** As in "transfer patient 7?", where something is changed; undefined where patients are only read. */
  change?: string;
  /** `--yes`: only what is certain is done without a question. */
  yes?: boolean;
  /** The command shows everybody and asks by itself. */
  asksItself?: boolean;
  /** Stdin holds something else than answers. */
  stdinIsTaken?: boolean;
}

type Searched = Extract<Whom, { typed: string }>;

/** Everything that was typed is read before anybody is looked for, and everybody is known before anything is done. */
export async function findPatients(typed: readonly string[], purpose: Purpose, context: Context): Promise<string[]> {
  const wanted = typed.map(readWhom);
  const everybody = once(() => readShown(context));
  const ids: string[] = [];
  for (const whom of wanted) {
    if (whom.by === 'id') ids.push(whom.id);
    else if (whom.by === 'last') ids.push(await lastPatient(purpose, context));
    else ids.push(await chosenOf(candidatesFor(await everybody(), whom), whom, purpose, context));
  }
  return [...new Set(ids)];
}

async function readShown(context: Context) {
  const client = await context.client();
  const live = await context.liveLine();
  try {
    return await readEverybody(client, (read, total) => live.tick(`looking through the patients, ${read} of ${total}`));
  } finally {
    live.stop();
  }
}

async function chosenOf(candidates: readonly Candidate[], whom: Searched, purpose: Purpose, context: Context) {
  if (candidates.length === 0) throw nobody(whom);
  const only = onlyOne(candidates, whom);
  const { change, yes = false } = purpose;
  // Who reads sees whom it was; nothing is made of a part of a name without a question.
  if (only !== undefined && (change === undefined || (only.isWhole && (yes || !mayAsk(purpose, context))))) {
    return only.id;
  }
  if (!mayAsk(purpose, context)) throw only === undefined ? several(candidates, whom) : partOnly(only, whom);
  if (only === undefined) return await choose(candidates, whom, context);
  await confirm(only.id, only.patient, purpose, context);
  return only.id;
}

const mayAsk = ({ stdinIsTaken = false }: Purpose, context: Context) => !stdinIsTaken && context.mayAsk();

async function choose(candidates: readonly Candidate[], { typed }: Searched, context: Context): Promise<string> {
  const choices = candidates.map(({ id, patient }) => ({ value: id, name: descriptionOf(id, patient) }));
  const message = `${choices.length} patients may be meant by ${JSON.stringify(typed)}. Which one?`;
  return await (await context.prompt()).search(message, (more) => {
    const parts = folded(more).split(/\s+/);
    return choices.filter(({ name }) => parts.every((part) => folded(name).includes(part)));
  });
}

/** Shows who it is and asks, unless the command does it by itself. */
async function confirm(id: string, patient: unknown, { change, asksItself, yes }: Purpose, context: Context) {
  if (change === undefined || context.globals().dryRun || (asksItself && !yes)) return;
  context.streams.note(descriptionOf(id, patient));
  if (await (await context.prompt()).confirm(`${change} this patient?`)) return;
  throw new ReconError('interrupted', 'nothing was done');
}

/** The patient who was made or shown last, by this profile at this service. */
async function lastPatient(purpose: Purpose, context: Context): Promise<string> {
  const id = await (await context.lastPatient()).read();
  if (id === undefined) {
    throw new ReconError('not_found', 'no patient was made or shown here before, so there is no last one', {
      hint: { command: ['patients', 'list'] },
    });
  }
  if (purpose.change === undefined) return id;
  if (!mayAsk(purpose, context)) {
    throw new ReconError('usage', `"last" is patient ${id}, and nobody can be asked if that one is meant`, {
      hint: 'the same command with the id',
    });
  }
  const patient = (await (await context.client()).getPatient(id)).body?.patient;
  await confirm(idText(patient?.id) ?? id, patient, purpose, context);
  return id;
}

/** `41  Maria Silva  Porto, Norte  maria@example.org  face has_3d` */
function descriptionOf(id: string, patient: unknown): string {
  const text = (name: string) => fieldText(fieldOf(patient, name)).trim();
  const place = [text('city'), text('state')].filter(Boolean).join(', ');
  const models = itemsOf(fieldOf(patient, 'reconstructions'))
    .map((one) => `${typeName(one)} ${fieldText(fieldOf(one, 'status'))}`.trim())
    .join(', ');
  const contact = text('email') || text('phone');
  return [id, text('name') || 'without a name', place, contact, models].filter(Boolean).join('  ');
}

const shownTyped = ({ typed }: Searched) => JSON.stringify(typed.slice(0, 60));

const WORDS = { name: 'name', email: 'e-mail address', phone: 'phone number' } as const;

function nobody(whom: Searched): ReconError {
  return new ReconError('not_found', `no patient has the ${WORDS[whom.by]} ${shownTyped(whom)}`, {
    hint: { command: ['patients', 'list', '--all'] },
  });
}

/** No names: who cannot be asked may be a log. */
function several(candidates: readonly Candidate[], whom: Searched): ReconError {
  const ids = candidates.map(({ id }) => id);
  return new ReconError('usage', `${shownTyped(whom)} may be one of ${ids.length} patients: ${ids.join(', ')}`, {
    hint: { command: ['patients', 'get', ...ids.slice(0, 10)], because: 'to see who is who; then the id' },
  });
}

function partOnly({ id }: Candidate, whom: Searched): ReconError {
  const what = `${shownTyped(whom)} is not the whole ${WORDS[whom.by]} of patient ${id}`;
  return new ReconError('usage', `${what}, and nobody can be asked if that one is meant`, {
    hint: { command: ['patients', 'get', id], because: 'to see who it is; then the id' },
  });
}
