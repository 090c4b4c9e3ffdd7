import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { GENERATING } from '../../src/service/worker/limits.ts';
import type { Generating } from '../../src/service/worker/orders.ts';
import { ProcessPool } from '../../src/service/worker/process-pool.ts';
import { engineWorker } from '../support/engine-worker.ts';
import { isAlive } from '../support/is-alive.ts';
import { childrenOf } from '../support/process-memory.ts';
import { formData, workerNamed } from '../support/running-service.ts';
import { faceForm } from '../support/service-forms.ts';
import { spawnService } from '../support/service-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

test.runIf(platform() === 'linux')(
  'while photos of a create arrive, the process that will make the model starts, for its type',
  async () => {
    const worker = workerNamed('quick');
    const service = await spawnService(tempFolder(), worker);
    onTestFinished(() => service.kill());
    const argsOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const makers = () => childrenOf(service.pid).filter((pid) => argsOf(pid).includes(worker.pathname));
    const send = async (form: Awaited<ReturnType<typeof faceForm>>) => {
      const headers = { authorization: `Bearer ${service.token}` };
      const answer = await fetch(`${service.url}/patients`, { method: 'POST', headers, body: formData(form) });
      return answer.status;
    };
    expect(await send({ 'patient[name]': 'Without Photos' })).toBe(201);
    expect(makers()).toEqual([]);
    // Refused in the end, when all of it is there: no job was made.
    expect(await send({ ...(await faceForm()), 'reconstruction[provider]': '9' })).toBe(422);
    expect(makers().map((pid) => argsOf(pid).at(-2))).toEqual(['face']);
  },
);

test.runIf(platform() === 'linux')(
  'a process that was told the type carries out the order, with what it made ready',
  async () => {
    const pool = new ProcessPool<Generating>(await engineWorker(), GENERATING);
    onTestFinished(() => pool.end());
    const before = childrenOf(process.pid);
    pool.prepare('face');
    const [prepared] = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    const grey = join(tempFolder(), 'grey.jpg');
    await sharp({ create: { width: 500, height: 500, channels: 3, background: '#808080' } }).toFile(grey);
    const order = {
      type: 'face',
      provider: 4,
      measures: {},
      photoPaths: { left: grey, front: grey, right: grey },
    } as const;
    expect(await pool.run({ ...order, partPaths: {} as Generating['order']['partPaths'] })).toMatchObject({
      ok: false,
    });
    // A fault in what is made ready would end it, and another one would carry out the order.
    expect(isAlive(prepared!)).toBe(true);
  },
);
