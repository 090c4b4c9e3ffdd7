import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reconstruction } from '../../src/contract/reconstruction.ts';
import { lookAtService } from '../../src/service/start.ts';
import { sha256Of } from '../../src/system/sha256.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { faceForm, photoOf } from '../support/service-forms.ts';

let service: TestService;
let face: Reconstruction;
let patientId: number;
beforeAll(async () => {
  service = await openService();
  const { patient } = await service.patient('POST', '/patients', { form: await faceForm() });
  patientId = patient.id;
  [face] = patient.reconstructions as [Reconstruction];
});
afterAll(() => service.close());

const pathOf = (url: string | null) => {
  const id = new URL(url!).pathname.split('/').at(-1)!;
  return join(service.dataFolder, 'files', id.slice(0, 2), id);
};

async function wrongFiles(): Promise<string[]> {
  const found: string[] = [];
  const options = { isThorough: true, signal: new AbortController().signal };
  for await (const finding of lookAtService(service.places, options)) if (!finding.isRight) found.push(finding.found);
  return found;
}

/** Runs the work while a byte of the file is another one. */
async function damaged(path: string, work: () => Promise<void>): Promise<void> {
  const sound = await readFile(path);
  const bytes = Buffer.from(sound);
  bytes[bytes.length - 3]! ^= 1;
  await writeFile(path, bytes);
  try {
    await work();
  } finally {
    await writeFile(path, sound);
  }
}

test("a picture's ETag is the hash of its bytes", async () => {
  const answer = await fetch(face.front!);
  expect(answer.headers.get('etag')).toBe(`"${sha256Of(await photoOf('front'))}"`);
  expect(sha256Of(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256Of(await photoOf('front')));
});

describe('of a damaged file', () => {
  test('no picture, thumb or download comes whole, and the operator is told', async () => {
    const { after } = (await (
      await service.send('POST', `/patients/${patientId}/after`, { form: await faceForm(2) })
    ).json()) as { after: { front: { url: string; thumb: { url: string } } } };
    const id = after.front.url.split('/').at(-1)!.split('?')[0];
    await damaged(pathOf(after.front.url), async () => {
      await expect(whole(after.front.url)).rejects.toThrow();
      expect((await fetch(after.front.thumb.url)).status).toBe(409);
    });
    expect((await fetch(after.front.thumb.url)).status).toBe(200);
    expect(service.log).toContain(`the file ${id} is damaged; recon doctor --files tells whose it is`);
    const download = `${service.url}/patients/${patientId}/download?type=face`;
    await damaged(pathOf(face.front), async () => {
      await expect(whole(download)).rejects.toThrow();
    });
    expect((await whole(download)).status).toBe(200);
  });

  test('no model is made; it is made when the file is back', async () => {
    await service.restart({ withoutWorker: true });
    const form = { async: 'true', ...(await faceForm(3)) };
    const { patient } = await service.patient('POST', '/patients', { form });
    const first = async () => (await service.patient('GET', `/patients/${patient.id}`)).patient.reconstructions[0]!;
    await damaged(pathOf((await first()).front), async () => {
      await service.restart({ withoutWorker: false });
      await expect.poll(() => service.log.join('\n')).toMatch(/^job \d+ attempt 1: DamagedFile: /m);
      // Whoever waits for it may send new photos, as where one is missing.
      await expect.poll(async () => (await first()).status).toBe('failed');
      const why = async () =>
        (await (await service.send('GET', `/recon/patients/${patient.id}/failure?type=face`)).json()) as object;
      const lost = {
        failure: expect.stringMatching(/^a photo of it is missing or damaged .* or all photos can be sent/),
      };
      expect(await why()).toEqual(lost);
      // It stays so until the photo is back: not waiting again with each look or start.
      await wrongFiles();
      expect((await first()).status).toBe('failed');
      await service.restart();
      expect((await first()).status).toBe('failed');
      expect(await why()).toEqual(lost);
      const update = { form: { 'reconstruction[eye_distance]': '6.1' } };
      expect(await service.problem('PUT', `/patients/${patient.id}`, update)).toMatchObject({
        ...{
          status: 409,
          detail:
            'a stored photo is missing or damaged. Send all photos again, by a link where an update does not take one of them',
        },
      });
    });
    await service.restart();
    await expect.poll(async () => (await first()).status).toBe('has_3d');
  });

  test('doctor --files names whose it is, and what is missing', async () => {
    await damaged(pathOf(face.left), async () => {
      expect(await wrongFiles()).toEqual([
        expect.stringMatching(`^left photo of patient ${patientId} \\(face\\) is damaged \\([0-9a-f]{32}\\)$`),
      ]);
    });
    await appendFile(pathOf(face.left), 'x');
    await rm(pathOf(face.right));
    expect((await wrongFiles()).sort()).toEqual([
      expect.stringMatching(`^left photo of patient ${patientId} \\(face\\) is damaged`),
      expect.stringMatching(`^right photo of patient ${patientId} \\(face\\) is missing`),
    ]);
  });
});

async function whole(url: string): Promise<Response> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${service.token}` } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  await answer.arrayBuffer();
  return answer;
}
