import type { MatrixOperation } from '../operations.ts';
import { json, newPatient } from './answers.ts';

export const DELETE: MatrixOperation = {
  name: 'delete',
  isChange: true,
  prepare: async (stage) => {
    const id = await newPatient(stage);
    return {
      args: ['patients', 'delete', `${id}`, '--yes'],
      request: /^DELETE \/patients\/\d+$/,
      believable: json({ result: 'success' }),
      times: () => stage.truth.times('delete', id),
      isRight: async (stdout) => stdout === `${id}\n`,
    };
  },
};

export const TRANSFER: MatrixOperation = {
  name: 'transfer',
  isChange: true,
  isBlind: true,
  prepare: async (stage) => {
    const id = await newPatient(stage);
    return {
      args: ['transfer', `${id}`, '--to', `${stage.subAccount}`, '--yes'],
      request: /^POST \/patients\/\d+\/transfer\/\d+$/,
      believable: json({ result: 'success' }),
      times: () => stage.truth.times('transfer', id),
      isRight: async (stdout) => stdout === `${id}\n`,
    };
  },
};

export const INVITE: MatrixOperation = {
  name: 'invite',
  isChange: true,
  isUnwritten: true,
  prepare: async (stage) => {
    const id = await newPatient(stage);
    return {
      args: ['invite', `${id}`, '--type', 'face'],
      request: /^GET \/patients\/\d+\/invitation/,
      believable: json({ invitation_url: 'http://127.0.0.1:1/i#x' }),
      times: () => stage.truth.times('invite', id),
      isRight: async (stdout) => /^https?:\/\/\S+$/.test(stdout.trim()),
    };
  },
};
