import type { MatrixOperation, Stage } from '../operations.ts';
import { json, newPatient, patientAnswer } from './answers.ts';

const photoFlags = ({ photos }: Stage) => [
  '--type',
  'face',
  ...Object.entries(photos).flatMap(([view, file]) => [`--${view}`, file]),
];

/** Digits alone, as a script reads them. */
const isId = async (stdout: string) => /^[1-9]\d*\n$/.test(stdout);

export const CREATES: readonly MatrixOperation[] = [
  {
    name: 'create',
    isChange: true,
    prepare: async ({ truth, name }) => ({
      args: ['patients', 'create', '--name', name, '--city', 'Porto'],
      request: /^POST \/patients$/,
      believable: patientAnswer(900_001, name),
      times: () => truth.patientsNamed(name),
      isRight: isId,
    }),
  },
  {
    name: 'create+',
    isChange: true,
    prepare: async (stage) => ({
      args: ['patients', 'create', '--name', stage.name, ...photoFlags(stage), '--no-wait'],
      request: /^POST \/patients$/,
      believable: patientAnswer(900_001, stage.name),
      times: async () =>
        Math.max(await stage.truth.patientsNamed(stage.name), await stage.truth.reconstructionsOf(stage.name)),
      isRight: isId,
    }),
  },
];

export const UPDATES: readonly MatrixOperation[] = [
  {
    name: 'update',
    isChange: true,
    idempotent: true,
    prepare: async (stage) => {
      const id = await newPatient(stage);
      return {
        args: ['patients', 'update', `${id}`, '--city', 'Porto'],
        request: /^PUT \/patients\/\d+$/,
        believable: patientAnswer(id, stage.name),
        times: () => stage.truth.times('fields', id),
        isRight: isId,
      };
    },
  },
  {
    name: 'update+',
    isChange: true,
    prepare: async (stage) => {
      const id = await newPatient(stage);
      return {
        args: ['patients', 'update', `${id}`, ...photoFlags(stage), '--no-wait'],
        request: /^PUT \/patients\/\d+$/,
        believable: patientAnswer(id, stage.name),
        times: () => stage.truth.times('reconstruction', id),
        isRight: isId,
      };
    },
  },
];

export const AFTER: MatrixOperation = {
  name: 'after',
  isChange: true,
  isBlind: true,
  prepare: async (stage) => {
    const id = await newPatient(stage);
    return {
      args: ['after', 'create', `${id}`, ...photoFlags(stage)],
      request: /^POST \/patients\/\d+\/after$/,
      believable: json({ after: { weight: null, status: 'processing', accepted: 'false', provider: 4 } }),
      times: () => stage.truth.times('after', id),
      isRight: async (stdout) => stdout.trim() !== '',
    };
  },
};
