import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
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
