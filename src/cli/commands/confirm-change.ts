import { typeWord } from '../../contract/reconstruction.ts';
import { patientToChange } from '../../core/may-change.ts';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { needsYes } from '../needs-yes.ts';
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
    const whom = await describe(id, plan, context, seen);
    streams.note(
      dryRun
        ? `dry run: would ${plan.verb} ${whom}${plan.target ?? ''}`
        : `to ${plan.verb}: ${whom}${plan.target ?? ''}`,
    );
  }
  if (dryRun) return undefined;
  if (await (await context.prompt()).confirm(plan.question)) return whoIs;
  throw new ReconError('declined', 'nothing was done');
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
): Promise<string> {
  const client = await context.client();
  try {
    const patient = (await patientToChange(client, id)).body?.patient;
    seen.set(id, patient);
    const types = patient?.reconstructions?.map((one) => typeWord(typeName(one))).join(', ');
    if (context.streams.stderrIsTty()) return whoText(id, patient, context.clock.now());
    return [`patient ${id}`, nameOf(patient), ...(types ? [`with ${types}`] : [])].join(', ');
  } catch (error) {
    if (ifExists && error instanceof ReconError && error.code === 'not_found') return `patient ${id}: is not there`;
    throw error;
  }
}
