import type { MatrixOperation } from '../operations.ts';
import { json, newPatient } from './answers.ts';

export const ACCEPT: MatrixOperation = {
  name: 'accept',
  isChange: true,
  idempotent: true,
  prepare: async (stage) => {
    const id = await newPatient(stage);
    await stage.truth.addModel(id);
    const reconstructions = [{ type: 'FaceReconstruction', status: 'has_3d', accepted: true }];
    return {
      args: ['patients', 'accept', `${id}`, '--type', 'face'],
      request: /^PUT \/recon\/patients\/\d+\/accepted\/face$/,
      believable: json({ patient: { id, name: stage.name, reconstructions }, async: 'false' }),
      times: () => stage.truth.times('accept', id),
      isRight: async (stdout) => stdout === `${id}\n`,
    };
  },
};

export const SIZE: MatrixOperation = {
  name: 'size',
  isChange: true,
  idempotent: true,
  prepare: async (stage) => {
    const id = await newPatient(stage);
    return {
      args: ['patients', 'update', `${id}`, '--height', '171.5', '--weight', '68'],
      request: /^PUT \/recon\/patients\/\d+$/,
      believable: json({ patient: { id, name: stage.name, height: 171.5, weight: 68 }, async: 'false' }),
      times: () => stage.truth.times('size', id),
      isRight: async (stdout) => stdout === `${id}\n`,
    };
  },
};

export const GIVE_BACK: MatrixOperation = {
  name: 'back',
  isChange: true,
  isBlind: true,
  prepare: async ({ service, subToken, truth, name }) => {
    const form = { 'patient[name]': name };
    const { id } = (await service.patient('POST', '/patients', { form, token: subToken })).patient;
    return {
      args: ['transfer', `${id}`, '--back', '--yes'],
      token: subToken,
      request: /^POST \/recon\/patients\/\d+\/give-back$/,
      believable: json({ result: 'success' }),
      times: () => truth.times('transfer', id),
      isRight: async (stdout) => stdout === `${id}\n`,
    };
  },
};
