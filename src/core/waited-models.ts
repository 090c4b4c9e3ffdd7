import type { PatientAnswer } from '../contract/answers.ts';
import { usualSecondsOf } from '../contract/providers.ts';
import {
  type GenerationState,
  generationStateOf,
  isAcceptedValue,
  isEarlierModel,
  type ReconstructionType,
  shortTypeOf,
} from '../contract/reconstruction.ts';
import type { Reply } from './answer.ts';

export interface WaitedReconstruction {
  /** `face`; a type that is not ours stays as the service spells it. */
  type: string;
  /** The number of an after-record; undefined for the model itself. */
  after?: number | undefined;
  /** As the service spells it. */
  status: string;
  progress: GenerationState;
  /** 0 to 99, where the service says so. */
  percent?: number;
  /** How long its provider usually takes, where the service says which one makes it. */
  usualSeconds?: number;
  /** What keeps it from being made, where the service says so. */
  waitsFor?: 'space';
  /** Nobody has begun to make it, where the service says so. */
  isQueued?: true;
  /** Of a model that is ready, mm by part, where the service says so. */
  expected?: Readonly<Record<string, number>>;
  /** What the service warns of in a model that is ready. */
  warnings?: readonly string[];
  /** Ready, and accepted. */
  isAccepted?: true;
  /** Failed, while an earlier model is accepted, which nothing replaces. */
  hasAcceptedModel?: true;
  /** Failed, while an earlier model is still there; `offered`: the service can accept that one. */
  keptModel?: 'there' | 'offered';
}

/** Percent: what is still going is not done. */
const MOST_GOING = 99;

/** What one answer tells of the patient's models. */
export function modelsOf(reply: Reply<PatientAnswer>): WaitedReconstruction[] {
  const { body, percents, waits, begun, modelProviders } = reply;
  const all = body?.patient?.reconstructions;
  if (!Array.isArray(all)) return [];
  return all.map((one) => {
    const type = shortTypeOf(one?.type) ?? String(one?.type ?? 'unnamed');
    const status = String(one?.status ?? 'no status');
    const progress = generationStateOf(one?.status);
    const percent = progress === 'going' ? percents?.[type] : undefined;
    const provider = progress === 'going' ? modelProviders?.[type as ReconstructionType] : undefined;
    const usualSeconds = provider === undefined ? undefined : usualSecondsOf(type as ReconstructionType, provider);
    const waitsFor = progress === 'going' ? waits?.[type] : undefined;
    const isQueued = progress === 'going' && begun?.get(String(body?.patient?.id))?.get(type) === null;
    const told = progress === 'ready' ? toldOf(reply, type) : {};
    const isAccepted = isAcceptedValue(one?.accepted);
    const hasAcceptedModel = progress === 'failed' && isAccepted;
    const isKept = progress === 'failed' && !hasAcceptedModel && isEarlierModel(one, { isOurs: false });
    return {
      type,
      status,
      progress,
      ...(progress === 'ready' && isAccepted && { isAccepted }),
      ...(hasAcceptedModel && { hasAcceptedModel: true as const }),
      ...(isKept && { keptModel: reply.routes?.has('accept') ? ('offered' as const) : ('there' as const) }),
      ...(percent !== undefined && { percent: Math.min(percent, MOST_GOING) }),
      ...(usualSeconds !== undefined && { usualSeconds }),
      ...(waitsFor !== undefined && { waitsFor }),
      ...(isQueued && { isQueued }),
      ...told,
    };
  });
}

/** What the service tells of a model, or of an after-record: `face.1`. */
export function toldOf({ expected, modelWarnings = [] }: Reply<PatientAnswer>, type: string) {
  const errors = expected?.[type];
  const warnings = modelWarnings.filter((one) => one.type === type).map(({ sentence }) => sentence);
  return { ...(errors && { expected: errors }), ...(warnings.length > 0 && { warnings }) };
}
