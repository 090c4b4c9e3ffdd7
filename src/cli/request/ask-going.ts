import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { idText } from '../../core/answer.ts';
import { newestFirst } from '../../core/newest-first.ts';
import type { Context } from '../context.ts';
import { modelStates } from '../output/model-state.ts';
import { nameOf } from '../output/patient-line.ts';
import { printable } from '../output/printable.ts';
import { askForWhom } from './find-patients.ts';

/** Patients looked at: a few requests, however long the list is. */
const MOST_PATIENTS = 500;

interface Going {
  id: string;
  line: string;
}

/** Nobody was typed: patients whose models are being made are offered; one alone is taken, and told. None are no ids. */
export async function askForGoing(type: ReconstructionType | undefined, context: Context): Promise<string[]> {
  // Refuses where nobody can be asked.
  if (!context.mayAsk()) return [await askForWhom({}, context)];
  const { going, isWhole } = await lookForGoing(type, context);
  const [first, ...others] = going;
  // Of older patients nothing is known.
  if (first === undefined) return isWhole ? [] : [await askForWhom({}, context)];
  if (others.length === 0) {
    context.streams.note(`being made: ${first.line}`);
    return [first.id];
  }
  return await (await context.prompt()).choose('Which patient?', [
    { value: going.map(({ id }) => id), name: `all of them (${going.length})` },
    ...going.map(({ id, line }) => ({ value: [id], name: line })),
  ]);
}

async function lookForGoing(type: ReconstructionType | undefined, context: Context) {
  const { clock } = context;
  const client = await context.client();
  const live = await context.liveLine();
  const seen = new Set<string>();
  const going: Going[] = [];
  try {
    for await (const { body, answeredAt: now = clock.now() } of newestFirst(client, {})) {
      for (const patient of body?.patients ?? []) {
        const id = idText(patient?.id);
        if (id === undefined || seen.has(id)) continue;
        seen.add(id);
        const types = modelStates(patient, now)
          .filter((one) => one.kind === 'going' && (type === undefined || one.type === type))
          .map((one) => one.type);
        if (types.length > 0) going.push({ id, line: printable(`${id}  ${nameOf(patient)}, ${types.join(', ')}`) });
      }
      if (seen.size >= MOST_PATIENTS) return { going, isWhole: false };
      live.tick(`looking through the newest patients, ${seen.size} so far`);
    }
  } finally {
    live.stop();
  }
  return { going, isWhole: true };
}
