import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { keepSeenTimes } from '../../../src/core/seen-times.ts';
import { httpServer } from '../../http/servers.ts';
import { makeHome, SAMPLES } from '../../support/recon-home.ts';
import { asTerminal, standInProcess } from '../../support/stand-in-process.ts';
import { typeMain } from '../../support/typed-terminal.ts';

const META = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 0 };

/** A service that shows a model as going twice, and then as ready. */
async function service(): Promise<string> {
  let looks = 0;
  const { url } = await httpServer((request, response) => {
    const isList = request.method === 'GET' && !/\/patients\/\d/.test(request.url ?? '');
    if (request.method === 'GET' && !isList) looks += 1;
    const status = looks > 1 ? 'has_3d' : 'processing';
    const patient = { id: 7, name: 'Ana', reconstructions: [{ type: 'FaceReconstruction', accepted: false, status }] };
    const answer = isList ? { patients: [], meta: META } : { patient, async: 'true' };
    request.resume().on('end', () => response.end(JSON.stringify(answer)));
  });
  return url;
}

/** A home whose commands reach the service, and the times that it keeps. */
async function homeOfService() {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  const url = await service();
  const environment = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: 'canary-token' };
  const folder = join(environment.HOME, '.local', 'state', 'recon', 'times');
  const times = keepSeenTimes({ folder, scope: { profile: 'default', service: url } });
  return { environment, times };
}

test.each([
  [[], 'usually 30 s'],
  [[6, 8, 7], 'usually 7 s'],
])('a wait tells the usual time of this service where some models were seen to end (%j): %s', async (seen, said) => {
  const { environment, times } = await homeOfService();
  for (const seconds of seen) await times.note('face 30', seconds);
  const photos = join(SAMPLES, 'ana', 'face');
  const args = ['create', '--name', 'Ana', '--type', 'face', '--provider', 'face', '--photos', photos, '--no-input'];
  const { stand, texts } = standInProcess([...args, '--no-photo-check'], environment);
  asTerminal(stand.stderr);
  expect(await main(stand)).toBe(0);
  expect(texts.stderr).toContain(said);
  // What this wait took counts from the next one on.
  await times.note('face 30', 1);
  expect((await times.usual())('face 30')).toBeLessThan(30);
});

test('before a model is made, the times that were seen at this service are told, and else those of the table', async () => {
  const { environment, times } = await homeOfService();
  for (const seconds of [5, 4, 5]) await times.note('face 150', seconds);
  const args = ['patients', 'create', '--type', 'face', '--name', 'Ana', '--photos', join(SAMPLES, 'ana', 'face')];
  const asked = await typeMain([...args, '--no-photo-check', '--dry-run'], environment, [
    [/Face, about 5 s[\s\S]*Head High Quality \(full head\), about 5 s/, 'Head H'],
    [/❯ Head High/, '\r'],
    [/Is everything right\?[\s\S]*Head High Quality \(full head\), about 5 s/, '\r'],
  ]);
  expect(asked).toMatchObject({ exitCode: 0, asked: 3 });
});
