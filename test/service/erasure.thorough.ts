import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256Of } from '../../src/system/sha256.ts';
import { jpegOf } from '../support/photo-maker.ts';
import { tablesWith } from '../support/postgres.ts';
import { openService, storedFileIds, type TestService } from '../support/running-service.ts';

const PATIENTS = 100;
/** Clients that read and write all the time. */
const BUSY = 2;
/** Deletions at the same time. */
const AT_ONCE = 5;

/** The texts that stand anywhere under the data folder, or in a table of the database. */
async function found(service: TestService, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(service.dataFolder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((path) => readFile(path).catch(() => Buffer.alloc(0))));
  const inFiles = texts.filter((text) => contents.some((bytes) => bytes.includes(text)));
  const { databaseUrl } = service.places;
  return databaseUrl === undefined ? inFiles : [...inFiles, ...(await tablesWith(databaseUrl, texts))];
}

async function create(service: TestService, seed: number) {
  const [name, email, phone] = [
    `Erased${seed}x Person${seed}x`,
    `erased${seed}x@mark.example`,
    `+49 555 9${String(seed).padStart(4, '0')}`,
  ];
  const photos = await Promise.all([0, 1, 2].map((view) => jpegOf({ seed: seed * 3 + view + 1000 })));
  const form = {
    ...{ 'patient[name]': name, 'patient[email]': email, 'patient[phone]': phone, async: 'true' },
    ...{ 'reconstruction[type]': 'face', 'reconstruction[left]': photos[0]!, 'reconstruction[front]': photos[1]! },
    'reconstruction[right]': photos[2]!,
  };
  const headers = { 'idempotency-key': `create-${seed}` };
  const { patient } = await service.patient('POST', '/patients', { headers, form });
  return { id: patient.id, traces: [name, name.toLowerCase(), email, phone, ...photos.map(sha256Of)] };
}

test(`of ${PATIENTS} patients deleted under load, no name, address, number or photo hash is left`, async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  let isOver = false;
  const load = Array.from({ length: BUSY }, async (_, client) => {
    for (let turn = 0; !isOver; turn++) {
      const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': `Busy ${client}` } });
      await service.send('PUT', `/patients/${patient.id}`, { form: { 'patient[city]': `Town ${turn}` } });
      await service.list('?name=busy&per_page=20');
    }
  });
  try {
    await deleteAll(service);
  } finally {
    isOver = true;
    await Promise.all(load);
  }
  // What generations were at work on goes when they end.
  await expect.poll(() => storedFileIds(service)).toEqual([]);
}, 600_000);

async function deleteAll(service: TestService): Promise<void> {
  const made = [];
  for (let seed = 0; seed < PATIENTS; seed++) made.push(await create(service, seed));
  const all = made.flatMap(({ traces }) => traces);
  expect(await found(service, all)).not.toEqual([]);
  for (let at = 0; at < PATIENTS; at += AT_ONCE) {
    const some = made.slice(at, at + AT_ONCE);
    const answers = await Promise.all(some.map(({ id }) => service.send('DELETE', `/patients/${id}`)));
    expect(answers.map(({ status, headers }) => [status, headers.get('warning')])).toEqual(some.map(() => [200, null]));
    const traces = some.flatMap((one) => one.traces);
    expect(await found(service, traces)).toEqual([]);
  }
  expect(await found(service, all)).toEqual([]);
}
