import type { PatientAnswer, Received } from '../contract/answers.ts';
import {
  generationStateOf,
  type Reconstruction,
  type ReconstructionType,
  shortTypeOf,
} from '../contract/reconstruction.ts';
import type { Reply } from './answer.ts';

/** The reconstructions in an answer about a patient; any service may leave the list out. */
export const reconstructionsOf = ({ body }: Reply<PatientAnswer>): Received<Reconstruction>[] => {
  const all = body?.patient?.reconstructions;
  return Array.isArray(all) ? all : [];
};

/** Those of a type, or all of them. */
export const chosenOf = (reply: Reply<PatientAnswer>, type: ReconstructionType | undefined) =>
  reconstructionsOf(reply).filter((one) => type === undefined || shortTypeOf(one?.type) === type);

/** Whether the reconstruction of a type is accepted; undefined where there is none. */
export function acceptedOf(reply: Reply<PatientAnswer>, type: ReconstructionType): boolean | undefined {
  const [first] = chosenOf(reply, type);
  return first === undefined ? undefined : first?.accepted === true;
}

export const hasReadyModel = (reply: Reply<PatientAnswer>, type: ReconstructionType): boolean =>
  chosenOf(reply, type).some((one) => generationStateOf(one?.status) === 'ready');
