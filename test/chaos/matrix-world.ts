import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '../../src/service/start.ts';
import { runMain } from '../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../support/running-service.ts';
import { faceForm, photoOf } from '../support/service-forms.ts';
import { type ConnectionWorld, openConnectionWorld } from './connection-faults.ts';
import type { Stage } from './operations.ts';
import { inTurns } from './scale.ts';
import { openPort } from './scripted-server.ts';
import { openTruth } from './truth.ts';

/** Far above what an answer takes here, far below what a run may take. */
export const SILENCE_MS = 1500;
export const QUIET_MS = 2500;

/** The service, what it knows, and hosts that are not the service: one of each for all cells of the matrix. */
export async function openMatrixWorld(withTls: boolean) {
  const service = await openService();
  // Each run in this process listens for its end; as many as are under way here are no leak.
  process.setMaxListeners(0);
  const folder = await mkdtemp(join(tmpdir(), 'recon-matrix-'));
  const run = (args: string[], home: string, baseUrl: string, token = service.token) =>
    runMain(args, {
      HOME: home,
      PATH: process.env['PATH'] ?? '',
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
      RECON_BASE_URL: baseUrl,
      RECON_TOKEN: token,
      RECON_TIMEOUT: `${SILENCE_MS}ms`,
    });
  await run(['config', 'set', 'quiet-period', `${QUIET_MS}ms`], folder, service.url);
  const common = {
    photos: await writePhotos(folder),
    ...(await addSubAccount(service)),
    shared: await newShared(service),
  };
  // From here on no model is made: what goes over the network is what counts.
  await service.restart({ workerUrl: workerNamed('hang') });
  const truth = await openTruth(service.dataFolder);
  const elsewhere = await openPort((socket) => socket.end());
  const strangers = withTls ? await openConnectionWorld() : undefined;
  /** The service takes four at once from one account. */
  const uploads = inTurns(3);
  const patient: TestService['patient'] = (...request) => uploads(() => service.patient(...request));
  let cells = 0;
  return {
    service,
    uploads,
    elsewhere,
    strangers: strangers as ConnectionWorld,
    run,
    /** A home and a name that no other cell has. */
    async newStage(): Promise<Stage> {
      const number = ++cells;
      const home = join(folder, `${number}`);
      await mkdir(home);
      return { service: { patient }, truth, name: `Cell ${number} Sample`, folder: home, ...common };
    },
    async close() {
      await strangers?.close();
      await elsewhere.close();
      await truth.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type MatrixWorld = Awaited<ReturnType<typeof openMatrixWorld>>;

async function addSubAccount({ dataFolder }: TestService): Promise<Pick<Stage, 'subAccount' | 'subToken'>> {
  const accounts = await openAccounts({ dataFolder });
  const { token } = await accounts.add('sub', 'main');
  const { id } = (await accounts.list()).find(({ name }) => name === 'sub')!;
  await accounts.close();
  return { subAccount: id, subToken: token };
}

async function writePhotos(folder: string): Promise<Stage['photos']> {
  const photos = { left: join(folder, 'left.jpg'), front: join(folder, 'front.jpg'), right: join(folder, 'right.jpg') };
  for (const view of ['left', 'front', 'right'] as const) await writeFile(photos[view], await photoOf(view, 7));
  return photos;
}

/** With a model, so that it can be downloaded. */
async function newShared(service: TestService): Promise<Stage['shared']> {
  const name = 'Shared Sample';
  const { patient } = await service.patient('POST', '/patients', {
    form: { 'patient[name]': name, ...(await faceForm()) },
  });
  return { id: patient.id, name };
}
