import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { VIEWS } from '../../../src/contract/reconstruction.ts';
import { deletePatient } from '../../../src/service/domain/delete-and-transfer.ts';
import { changePatient, createPatient } from '../../../src/service/domain/patients.ts';
import { openStore } from '../../../src/service/open-store.ts';
import { sha256Of } from '../../../src/system/sha256.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const DELETED = 2000;
const THERE = 300;
/** Everything that `traces` of a patient can look like. */
const TRACE = /erased\d+x person\d+x|erased\d+x@mark\.example|\+49 555 9\d{6}|(?=([0-9a-f]{64}))/gi;

const owner = { id: 1, name: 'main', parentId: null };

/** The store of a new data folder; photos are only on record. */
async function openRecords() {
  const folder = tempFolder();
  const store = await openStore(folder, systemClock);
  onTestFinished(() => store.database.close());
  await store.db.insertInto('accounts').values({ id: owner.id, name: owner.name, created_at: 1 }).execute();
  const blobs = { ...store.blobs, keep: async () => {}, remove: async () => {} };
  return { folder, store: { ...store, blobs } };
}

type Records = Awaited<ReturnType<typeof openRecords>>;

async function create({ store }: Records, seed: number) {
  const name = `Erased${seed}x Person${seed}x`;
  const patient = { name, email: `erased${seed}x@mark.example`, phone: `+49 555 9${String(seed).padStart(6, '0')}` };
  const photos = VIEWS.slice(0, 3).map((view) => {
    return { view, path: '', mime: 'image/jpeg', sha256: sha256Of(`${view} ${seed}`), sizeBytes: 1000 };
  });
  const reconstruction = { type: 'face', provider: 4, measures: {}, photos } as const;
  const answer = async () => ({ status: 201, body: JSON.stringify(patient) });
  const key = { text: `create-${seed}`, requestHash: sha256Of(`request ${seed}`) };
  const made = await createPatient(store, owner, { patient, reconstruction, isAsync: true }, { key, answer });
  const hashes = photos.map(({ sha256 }) => sha256);
  return { id: made.patientId, traces: [name, name.toLowerCase(), patient.email, patient.phone, ...hashes] };
}

/** Those of the texts that stand anywhere in the database or its log. */
async function found({ folder }: Records, texts: ReadonlySet<string>): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('recon.db'));
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  const there = contents.flatMap((text) => Array.from(text.matchAll(TRACE), ([trace, hash]) => hash ?? trace));
  return there.filter((trace) => texts.has(trace));
}

test(`of ${DELETED} patients no name, address, number or photo hash is left once the deletion is answered`, async () => {
  const records = await openRecords();
  const { store } = records;
  const there: Awaited<ReturnType<typeof create>>[] = [];
  const gone = new Set<string>();
  let seed = 0;
  let state = 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  while (seed < THERE) there.push(await create(records, seed++));
  expect(await found(records, new Set(there[0]!.traces))).not.toEqual([]);
  while (seed < THERE + DELETED) {
    there.push(await create(records, seed++));
    await changePatient(store.db, owner.id, there[below(THERE)]!.id, { city: 'Town '.repeat(below(8)) });
    const [one] = there.splice(below(there.length), 1);
    expect(await deletePatient(store, owner, one!.id)).toMatchObject({ isErased: true });
    for (const trace of one!.traces) gone.add(trace);
    // The search index takes in what is new.
    if (seed % 64 === 0) await sleep(5);
    if (seed % 5 === 0) expect(await found(records, gone)).toEqual([]);
  }
}, 900_000);
