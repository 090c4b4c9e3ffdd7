import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { idText } from '../../core/answer.ts';
import { newestFirst } from '../../core/newest-first.ts';
import type { Context } from '../context.ts';
import { modelStates } from '../output/model-state.ts';
import { choiceLines, choiceWidth, descriptionOf, type Offered } from './choice-lines.ts';
import { askForWhom } from './find-patients.ts';

/** Patients looked at: a few requests, however long the list is. */
const MOST_PATIENTS = 500;

/** Nobody was typed: patients whose models are being made are offered; one alone is taken, and told. None are no ids. */
export async function askForGoing(type: ReconstructionType | undefined, context: Context): Promise<string[]> {
  // Refuses where nobody can be asked.
  if (!context.mayAsk()) return [await askForWhom({}, context)];
  const { going, failed, isWhole, now } = await lookForGoing(type, context);
  if (failed > 0) {
    const who = failed === 1 ? 'one patient has a model' : `${failed} patients have a model`;
    context.streams.say({ before: `${who} that failed; to see why`, command: ['list', '--status', 'failed'] });
  }
  const [first, ...others] = going;
  // Of older patients nothing is known.
  if (first === undefined) return isWhole ? [] : [await askForWhom({ having: type }, context)];
  if (others.length === 0) {
    context.streams.note(`being made: ${descriptionOf(first.id, first.patient, now, { isShort: true })}`);
    return [first.id];
  }
  const paper = { width: choiceWidth(context), theme: await context.theme('stderr'), now };
  const lines = await choiceLines(going, paper);
  return await (await context.prompt()).choose('Which patient?', [
    { value: going.map(({ id }) => id), name: `all of them (${going.length})` },
    ...lines.map(({ id, whole, drawn }) => ({ value: [id], name: whole, drawn })),
  ]);
}

async function lookForGoing(type: ReconstructionType | undefined, context: Context) {
  const { clock } = context;
  const client = await context.client();
  const live = await context.liveLine();
  const seen = new Set<string>();
  const going: Offered[] = [];
  let failed = 0;
  let now = clock.now();
  try {
    for await (const { body, answeredAt = clock.now() } of newestFirst(client, {})) {
      now = answeredAt;
      for (const patient of body?.patients ?? []) {
        const id = idText(patient?.id);
        if (id === undefined || seen.has(id)) continue;
        seen.add(id);
        const states = modelStates(patient, now).filter((one) => type === undefined || one.type === type);
        if (states.some(({ kind }) => kind === 'going')) going.push({ id, patient });
        if (states.some(({ kind }) => kind === 'failed')) failed++;
      }
      if (seen.size >= MOST_PATIENTS) return { going, failed, isWhole: false, now };
      live.tick(`looking through the newest patients, ${seen.size} so far`);
    }
  } finally {
    live.stop();
  }
  return { going, failed, isWhole: true, now };
}
