import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { PatientAnswer, PatientsAnswer } from '../../src/contract/answers.ts';
import type { Problem } from '../../src/contract/problem.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { type OpenedPlaces, openPlaces } from '../../src/service/open-places.ts';
import type { ServiceOptions } from '../../src/service/options.ts';
import type { Places } from '../../src/service/places.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { openBucket } from '../../src/service/storage/bucket/bucket.ts';
import { fileIdsIn } from './data-folders.ts';
import { decoderProgram } from './engine-worker.ts';
import { openTestPlaces } from './test-places.ts';

/** Form fields; bytes become files. */
export type TestForm = Record<string, string | Uint8Array>;

export interface TestRequest {
  /** The own main account's where it is not given; null sends none. */
  token?: string | null;
  form?: TestForm;
  headers?: Record<string, string>;
}

/** A stand-in of test/support/workers for a program of the service, by its name. */
export const workerNamed = (
  name:
    | 'quick'
    | 'marked'
    | 'large'
    | 'huge'
    | 'certain'
    | 'eyes'
    | 'crash'
    | 'hang'
    | 'half'
    | 'refuse'
    | 'warn'
    | 'people',
) => new URL(`./workers/${name}.mjs`, import.meta.url);

export interface TestService {
  dataFolder: string;
  places: Places;
  url: string;
  token: string;
  log: string[];
  send(method: string, path: string, request?: TestRequest): Promise<Response>;
  /** The body of a 2xx answer; throws on any other. */
  patient(method: string, path: string, request?: TestRequest): Promise<PatientAnswer>;
  list(query?: string): Promise<PatientsAnswer>;
  /** The body and the status of a refusal; throws on a 2xx. */
  problem(method: string, path: string, request?: TestRequest): Promise<Problem>;
  stop(limitMs?: number): Promise<void>;
  /** Stops and starts again on the same data. */
  restart(changed?: Partial<ServiceOptions>): Promise<void>;
  /** Stops and removes the data. */
  close(): Promise<void>;
}

/** The real service on a folder and a port of its own; generations are instant unless another worker is named. */
export async function openService(options: Partial<ServiceOptions> = {}): Promise<TestService> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'recon-service-'));
  const { places, drop } = await openTestPlaces(dataFolder);
  const log: string[] = [];
  const decoderUrl = await decoderProgram();
  const start = async (changed: Partial<ServiceOptions>) => {
    const started = await startService({
      ...places,
      host: '127.0.0.1',
      port: 0,
      workerUrl: workerNamed('quick'),
      decoderUrl,
      clock: systemClock,
      onLog: (line) => log.push(line),
      ...options,
      ...changed,
    });
    await started.swept;
    return started;
  };
  let running: RunningService = await start({});
  const token = running.own?.token ?? (await mainToken(places));
  const send: TestService['send'] = (method, path, { token: given = token, form, headers } = {}) =>
    fetch(`${running.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(given === null ? {} : { authorization: `Bearer ${given}` }), ...headers },
      ...(form === undefined ? {} : { body: formData(form) }),
    });
  return {
    dataFolder,
    log,
    get url() {
      return running.url;
    },
    token,
    places,
    send,
    patient: async (...request) => (await expectOk(await send(...request))) as PatientAnswer,
    list: async (query = '') => (await expectOk(await send('GET', `/patients${query}`))) as PatientsAnswer,
    async problem(...request) {
      const response = await send(...request);
      if (response.ok) throw new Error(`expected a refusal, got ${response.status}`);
      return (await response.json()) as Problem;
    },
    stop: (limitMs) => running.stop(limitMs),
    async restart(changed = {}) {
      await running.stop();
      running = await start(changed);
    },
    async close() {
      await running.stop();
      await drop();
      // The answer to a caller who is gone may write its line of the audit log after the end.
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function mainToken(places: Places): Promise<string> {
  const accounts = await openAccounts(places);
  const { token } = await accounts.add('main');
  await accounts.close();
  return token;
}

/** The store of a service that has stopped, for a test that looks or changes below it. */
export const openStoreOf = (
  { places }: Pick<TestService, 'places'>,
  clock: Clock = systemClock,
): Promise<OpenedPlaces> => openPlaces(places, clock, () => {});

/** The ids of all files that a service has stored, owned or not. */
export async function storedFileIds({
  places: { dataFolder, bucket: place },
}: Pick<TestService, 'places'>): Promise<string[]> {
  if (place === undefined) return fileIdsIn(dataFolder, 'files');
  const bucket = openBucket(place);
  const keys = await bucket.list('files/');
  await bucket.close();
  return keys.map((key) => key.slice('files/'.length)).toSorted();
}

/** Takes files away below a service, as a person or a broken disk would. */
export async function removeStored(service: TestService, ids: readonly string[]): Promise<void> {
  const { store, close } = await openStoreOf(service);
  await store.blobs.remove(ids);
  await close();
}

async function expectOk(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

export function formData(form: TestForm): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), fileName(name));
  }
  return data;
}

const fileName = (field: string) => `${field.replace(/^.*\[|\]$/g, '')}.jpg`;
