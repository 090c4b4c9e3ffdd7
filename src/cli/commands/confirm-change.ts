import { typeWord } from '../../contract/reconstruction.ts';
import { patientToChange } from '../../core/may-change.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { needsYes } from '../needs-yes.ts';
import { doubtsOf } from '../output/model-doubts.ts';
import { typeName } from '../output/patient-columns.ts';
import { nameOf, whoIsTold, whoText } from '../output/patient-line.ts';

export interface PlannedChange {
  /** As in "would delete". */
  verb: string;
  /** What follows whom it is about, as in "would transfer patient 7 to surgeon 3". */
  target?: string;
  /** The question, once the patients are shown. */
  question: string;
  yes: boolean;
  /** A patient that is not there is no obstacle. */
  ifExists: boolean;
}

/** Who it is, asked before it is done: with the name for a person. */
type WhoIs = (id: string) => Promise<string>;

/**
 * Shows whom a change is about and asks; default no. `--yes` and `--dry-run` ask nothing.
 * @returns who each is, where to go on
 * @throws ReconError `usage` where there is nobody to ask
 */
export async function confirmChange(
  ids: readonly string[],
  plan: PlannedChange,
  context: Context,
): Promise<WhoIs | undefined> {
  const { streams } = context;
  const { dryRun } = context.globals();
  const seen = new Map<string, unknown>();
  const whoIs = async (id: string) => {
    // A script sends nothing more for a name.
    if (!seen.has(id) && streams.stderrIsTty()) await describe(id, { ...plan, ifExists: true }, context, seen);
    return whoIsTold(id, seen.get(id), streams);
  };
  if (plan.yes && !dryRun) return whoIs;
  if (!dryRun && !context.mayAsk())
    throw needsYes(`${plan.verb} ${ids.length === 1 ? 'a patient' : `${ids.length} patients`}`);
  for (const id of ids) {
    const { whom, doubts } = await describe(id, plan, context, seen);
    streams.note(
      dryRun
        ? `dry run: would ${plan.verb} ${whom}${plan.target ?? ''}`
        : `to ${plan.verb}: ${whom}${plan.target ?? ''}`,
    );
    for (const doubt of doubts) streams.warn(doubt);
  }
  if (dryRun) return undefined;
  if (await (await context.prompt()).confirm(plan.question)) return whoIs;
  throw new ReconError('declined', 'nothing was done');
}

interface Described {
  whom: string;
  /** Why models may be of somebody else: who changes the wrong patient sees it here. */
  doubts: readonly string[];
}

/**
 * `patient 7, Ana Sample, with face`, for a log; a person also sees what tells two of the same name apart, as in
 * `whoText`.
 */
async function describe(
  id: string,
  { ifExists }: PlannedChange,
  context: Context,
  seen: Map<string, unknown>,
): Promise<Described> {
  const client = await context.client();
  try {
    const reply = await patientToChange(client, id);
    const patient = reply.body?.patient;
    seen.set(id, patient);
    const types = patient?.reconstructions?.map((one) => typeWord(typeName(one))).join(', ');
    const now = context.clock.now();
    const whom = context.streams.stderrIsTty()
      ? whoText(id, patient, now)
      : [`patient ${id}`, nameOf(patient), ...(types ? [`with ${types}`] : [])].join(', ');
    return { whom, doubts: doubtsOf(reply, { id, now }) };
  } catch (error) {
    if (ifExists && error instanceof ReconError && error.code === 'not_found') {
      return { whom: `patient ${id}: is not there`, doubts: [] };
    }
    throw error;
  }
}
