import { platform } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { openAccounts } from '../../src/service/start.ts';
import { blackPng } from '../support/photo-maker.ts';
import { watchPeakMb } from '../support/process-memory.ts';
import { formData, type TestForm, workerNamed } from '../support/running-service.ts';
import { faceForm } from '../support/service-forms.ts';
import { spawnService } from '../support/service-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

test.runIf(platform() === 'linux')(
  'three interlaced 16-bit PNGs of 8900×8900 at once stay below 700 MB in all processes, and another account is served beside them',
  async () => {
    const dataFolder = tempFolder();
    const service = await spawnService(dataFolder, workerNamed('quick'));
    onTestFinished(() => service.kill());
    const accounts = await openAccounts({ dataFolder });
    const other = await accounts.add('other');
    await accounts.close();
    const upload = async (token: string, form: TestForm) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${service.url}/patients`, { method: 'POST', headers, body: formData(form) });
      return [answer.status, await answer.text()] as const;
    };
    const large = blackPng(8900, { depth: 16, interlaced: true });
    const form = { ...(await faceForm()), 'reconstruction[front]': large };
    const peakMb = watchPeakMb(service.pid);
    const uploads = [1, 2, 3].map(() => upload(service.token, form));
    expect((await upload(other.token, await faceForm()))[0]).toBe(201);
    for (const [status, text] of await Promise.all(uploads)) {
      expect([status, text]).toEqual([422, expect.stringContaining('634 MB of memory')]);
    }
    expect(peakMb()).toBeLessThan(700);
  },
);
