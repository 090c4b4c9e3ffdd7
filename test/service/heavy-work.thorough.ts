import { platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { AfterAnswer, PatientAnswer } from '../../src/contract/answers.ts';
import { openAccounts } from '../../src/service/start.ts';
import { bundled } from '../support/engine-worker.ts';
import { blackPng } from '../support/photo-maker.ts';
import { childrenOf, residentMb, watchPeakMb } from '../support/process-memory.ts';
import { formData, type TestForm, workerNamed } from '../support/running-service.ts';
import { faceForm } from '../support/service-forms.ts';
import { spawnService } from '../support/service-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ROUNDS = 3;

test.runIf(platform() === 'linux')(
  'another account is served beside hostile photos, looks at a large thumb, and generations that eat their limit',
  { timeout: 300_000 },
  async () => {
    const dataFolder = tempFolder();
    const service = await spawnService(dataFolder, await bundled('test/support/programs/greedy.ts', 'greedy'));
    onTestFinished(() => service.kill());
    const accounts = await openAccounts({ dataFolder });
    const { token: other } = await accounts.add('other');
    await accounts.close();
    const post = (token: string, path: string, form: TestForm) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: formData(form),
      });

    const face = { ...(await faceForm()), async: 'true' };
    // Takes a second and 150 MB to decode; the hostile one is refused by its head.
    const slow = blackPng(6000, { depth: 8, interlaced: true });
    const hostile = blackPng(8900, { depth: 16, interlaced: true });
    const { patient } = (await (await post(service.token, '/patients', face)).json()) as PatientAnswer;
    const thumbOf = async () => {
      const form = { ...(await faceForm()), 'reconstruction[front]': slow };
      const made = await post(service.token, `/patients/${patient.id}/after`, form);
      return ((await made.json()) as AfterAnswer).after.front.thumb.url!;
    };
    const thumbs: string[] = [];
    for (let round = 0; round < ROUNDS; round++) thumbs.push(await thumbOf());
    const attack = async (thumb: string) => {
      const looks = [1, 2, 3, 4, 5].map(async () => (await (await fetch(thumb)).arrayBuffer()).byteLength);
      const uploads = [1, 2, 3].map(() =>
        post(service.token, '/patients', { ...face, 'reconstruction[front]': hostile }),
      );
      // Its generation goes on until its memory is too much, three times.
      const generated = post(service.token, '/patients', face);
      expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual([422, 422, 422]);
      expect((await generated).status).toBe(201);
      for (const bytes of await Promise.all(looks)) expect(bytes).toBeGreaterThan(100);
    };

    const peakMb = watchPeakMb(service.pid);
    let isOver = false;
    const attacks = (async () => {
      for (const thumb of thumbs) await attack(thumb);
      isOver = true;
    })();
    const timesOf = async (work: () => Promise<Response>, status: number, pauseMs: number) => {
      const times: number[] = [];
      while (!isOver) {
        const begun = performance.now();
        const answer = await work();
        await answer.arrayBuffer();
        times.push(performance.now() - begun);
        expect(answer.status).toBe(status);
        await sleep(pauseMs);
      }
      return times.toSorted((a, b) => a - b);
    };
    const list = () => fetch(`${service.url}/patients`, { headers: { authorization: `Bearer ${other}` } });
    const [uploads, lists] = await Promise.all([
      timesOf(() => post(other, '/patients', face), 201, 50),
      timesOf(list, 200, 5),
      attacks,
    ]);
    const [upload, page] = [
      { median: at(uploads, 0.5), most: at(uploads, 1) },
      { median: at(lists, 0.5), p99: at(lists, 0.99) },
    ];
    console.log({ uploads: uploads.length, upload, lists: lists.length, page, peakMb: Math.round(peakMb()) });
    expect(uploads.length).toBeGreaterThan(5);
    // Far more than is promised of a quiet machine (1 s, 100 ms): others may be at work on this one.
    expect(upload.most).toBeLessThan(10_000);
    expect(page.p99).toBeLessThan(1_000);
  },
);

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);

test.runIf(platform() === 'linux')(
  'a service that nobody has asked for a while stands alone, and is small',
  { timeout: 120_000 },
  async () => {
    const service = await spawnService(tempFolder(), workerNamed('quick'));
    onTestFinished(() => service.kill());
    const headers = { authorization: `Bearer ${service.token}` };
    const answer = await fetch(`${service.url}/patients`, {
      method: 'POST',
      headers,
      body: formData(await faceForm()),
    });
    expect(answer.status).toBe(201);
    expect(childrenOf(service.pid)).not.toHaveLength(0);
    await expect.poll(() => childrenOf(service.pid), { timeout: 60_000, interval: 500 }).toEqual([]);
    expect(residentMb(service.pid)).toBeLessThan(150);
  },
);
