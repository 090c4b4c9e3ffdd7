import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyArchive } from '../../../src/core/archive/open-archive.ts';
import type { MatrixOperation } from '../operations.ts';
import { json, patientAnswer } from './answers.ts';

export const READS: readonly MatrixOperation[] = [
  {
    name: 'list',
    isChange: false,
    prepare: async ({ shared }) => ({
      args: ['patients', 'list', '--name', shared.name, '--json'],
      request: /^GET \/patients\?/,
      believable: json({ patients: [], meta: { current_page: 1, next_page: null, total_entries: 0 } }),
      isRight: async (stdout) => JSON.parse(stdout).patients[0].id === shared.id,
    }),
  },
  {
    name: 'get',
    isChange: false,
    prepare: async ({ shared }) => ({
      args: ['patients', 'get', `${shared.id}`, '--json'],
      request: /^GET \/patients\/\d+$/,
      believable: patientAnswer(shared.id, shared.name),
      isRight: async (stdout) => JSON.parse(stdout).patient.name === shared.name,
    }),
  },
];

export const DOWNLOAD: MatrixOperation = {
  name: 'download',
  isChange: false,
  prepare: async ({ folder, shared }) => {
    const file = join(folder, 'model.zip');
    return {
      args: ['download', `${shared.id}`, '--type', 'face', '--to', file],
      request: /^GET \/patients\/\d+\/download/,
      believable: {
        status: 200,
        headers: { 'content-type': 'application/zip' },
        body: Buffer.alloc(4000, 'PK\u0003\u0004'),
      },
      isRight: async (stdout) => {
        if (stdout !== `${file}\n` || !existsSync(file)) return false;
        return verifyArchive(file).then(
          () => true,
          () => false,
        );
      },
    };
  },
};
