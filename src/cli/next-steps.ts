import type { PatientAnswer } from '../contract/answers.ts';
import { UPDATE_VIEWS } from '../contract/fields.ts';
import { isReconstructionType } from '../contract/reconstruction.ts';
import type { Reply } from '../core/answer.ts';
import type { Advice } from '../errors.ts';
import type { Context } from './context.ts';
import { fieldOf, itemsOf } from './output/field-text.ts';
import { modelStates } from './output/model-state.ts';

export interface PatientNow {
  id: string;
  patient: unknown;
  /** Why reconstructions failed, by type. */
  reasons?: ReadonlyMap<string, string> | undefined;
  /** What the service offers beside the interface. */
  routes?: ReadonlySet<string> | undefined;
}

/** What can be done next with a patient, the most urgent first. */
export function nextSteps({ id, patient, reasons, routes }: PatientNow): Advice[] {
  if (itemsOf(fieldOf(patient, 'reconstructions')).length === 0) {
    return [
      { command: ['invite', id, '--type', 'TYPE'], because: 'a link to send photos by' },
      { command: updateLine(id, 'TYPE'), because: 'to send them from here' },
    ];
  }
  return modelStates(patient, 0, reasons).flatMap(({ kind, type, reason }): Advice[] => {
    if (!isReconstructionType(type)) return [];
    if (kind === 'failed') return [{ command: updateLine(id, type, reason), because: 'with new photos' }];
    if (kind === 'going') return [{ command: ['wait', id, '--type', type], because: 'until the model is ready' }];
    const save = { command: ['download', id, '--type', type], because: 'to save the model' };
    const accept = { command: ['patients', 'accept', id, '--type', type], because: 'so that nothing replaces it' };
    return kind === 'ready' && routes?.has('accept') ? [save, accept] : [save];
  });
}

/** Tells a person at a terminal the most urgent step of a patient. */
export async function sayNextStep(id: string, { body, routes }: Reply<PatientAnswer>, context: Context): Promise<void> {
  const [step] = nextSteps({ id, patient: body?.patient, routes });
  if (step !== undefined) await context.sayNext(step);
}

/** The line that makes a model anew, of the photos that have to be taken again. */
export function updateLine(id: string, type: string, reason?: string): string[] {
  const views = viewsToRetake(reason);
  return ['patients', 'update', id, '--type', type, ...views.flatMap((view) => [`--${view}`, 'FILE'])];
}

/** Those that the reason is about; all that an update takes where it names none, or one that no update takes. */
function viewsToRetake(reason = ''): readonly string[] {
  // What to do about it stands behind the first clause, and may name edges and sides.
  const about = reason.split(/[;.](?:\s|$)/)[0]!.toLowerCase();
  if (/45|below|back/.test(about)) return UPDATE_VIEWS;
  const named = UPDATE_VIEWS.filter((view) => new RegExp(`\\b${view}\\b`).test(about));
  return named.length === 0 ? UPDATE_VIEWS : named;
}
