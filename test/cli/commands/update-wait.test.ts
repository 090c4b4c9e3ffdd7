import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { httpServer } from '../../http/servers.ts';
import { makeHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { typeMain } from '../../support/typed-terminal.ts';

const answerWith = (status: string, updatedAt: string) =>
  JSON.stringify({
    patient: {
      id: 7,
      reconstructions: [
        { type: 'MammoReconstruction', accepted: false, status: 'has_3d', updated_at: '1' },
        { type: 'FaceReconstruction', accepted: false, status, updated_at: updatedAt },
      ],
    },
  });

/** A service whose answer to a PUT still shows the earlier model. The patient has a breast model, too. */
async function lateService(afterwards: string): Promise<string> {
  let wasPut = false;
  const { url } = await httpServer((request, response) => {
    wasPut ||= request.method === 'PUT';
    const isNew = wasPut && request.method === 'GET';
    request.resume().on('end', () => response.end(answerWith(isNew ? afterwards : 'has_3d', isNew ? '2' : '1')));
  });
  return url;
}

test.each([
  ['failed', 9],
  ['has_3d', 0],
])('an update waits for the new model, whatever its answer shows of the earlier one: %s', async (status, exit) => {
  const home = await makeHome();
  onTestFinished(() => home.remove());
  const environment = { ...home.environment, RECON_BASE_URL: await lateService(status), RECON_TOKEN: 'canary-token' };
  const front = join(SAMPLES, 'ana', 'face', 'front.jpg');
  const { exitCode } = await runMain(['patients', 'update', '7', '--type', 'face', '--front', front], environment);
  expect(exitCode).toBe(exit);
});

test.each([['update', '--photos', join(SAMPLES, 'ana', 'face'), '--yes', '--no-photo-check'], ['wait']])(
  'a model that is ready was told with the next step of another one: recon %s',
  async (word, ...flags) => {
    const home = await makeHome();
    onTestFinished(() => home.remove());
    const environment = {
      ...home.environment,
      RECON_BASE_URL: await lateService('has_3d'),
      RECON_TOKEN: 'canary-token',
    };
    const { exitCode, stderr } = await typeMain([word, '7', '--type', 'face', ...flags], environment, []);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/ready[\s\S]*next: recon download 7 --type face/);
    expect(stderr).toContain('or: recon view 7 --type face');
    expect(stderr).not.toContain('mammo');
  },
);
