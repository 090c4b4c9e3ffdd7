import { join, resolve } from 'node:path';
import { expect, vi } from 'vitest';
import type { PatientsAnswer } from '../../src/contract/answers.ts';
import type { Patient } from '../../src/contract/patient.ts';
import { foldText } from '../../src/service/domain/fold.ts';
import { openAccounts } from '../../src/service/start.ts';
import { readDatabase } from '../../src/service/storage/inspect-database.ts';
import type { SqliteRow } from '../../src/system/sqlite.ts';
import { contentOf, copyFolder } from './data-folders.ts';
import { formData, openService, openStoreOf, type TestForm, workerNamed } from './running-service.ts';
import { faceForm, mammoForm } from './service-forms.ts';
import type { ServiceProcess } from './service-process.ts';

const SAMPLES = resolve(import.meta.dirname, '../../samples');
const PER_PAGE = 100;

/** A data folder with something of everything, and what it shows. */
export interface FilledFolder {
  dataFolder: string;
  truth: Truth;
}

interface Truth {
  patients: Patient[];
  second: { token: string; patients: Patient[] };
  /** Requests with a key: one was answered, the other was at work when the service ended. */
  create: { key: string; form: TestForm; answer: string };
  after: { key: string; path: string; form: TestForm };
  invitationPath: string;
  /** The patient whose model is not made yet. */
  unfinished: number;
}

/** Makes a folder with so many patients and a few more, photos, models, afters and the rest. */
export async function fillFolder(patients: number): Promise<FilledFolder> {
  const service = await openService({ seed: patients, samplesFolder: SAMPLES });
  const accounts = await openAccounts(service.places);
  const second = await accounts.add('second', 'main');
  const subAccount = (await accounts.list()).find(({ name }) => name === 'second')!.id;
  await accounts.close();

  const create = { key: 'a-create', form: { 'patient[name]': 'Łucja Ängström', ...(await mammoForm()) } };
  const created = await service.send('POST', '/patients', withKey(create));
  const answer = await created.text();
  const { id } = (JSON.parse(answer) as { patient: Patient }).patient;
  await expectHas3d(service);
  const form = { ...(await faceForm()), 'reconstruction[eye_distance]': '6.2' };
  const after = { key: 'an-after', path: `/patients/${id}/after`, form };
  expect((await service.send('POST', after.path, withKey(after))).status).toBe(201);
  expect((await service.send('POST', after.path, { form: await mammoForm(2) })).status).toBe(201);
  const invited = await service.send('GET', `/patients/${id}/invitation?reconstruction_type=face`);
  const { invitation_url } = (await invited.json()) as { invitation_url: string };

  for (const form of [await mammoForm(3), {}]) {
    const moved = (await service.patient('POST', '/patients', { form })).patient.id;
    if (form['reconstruction[type]']) await expectHas3d(service);
    expect((await service.send('POST', `/patients/${moved}/transfer/${subAccount}`)).status).toBe(200);
  }
  const last = (await service.patient('POST', '/patients', { form: await mammoForm(4) })).patient.id;
  await expectHas3d(service);
  for (const gone of [3, last]) expect((await service.send('DELETE', `/patients/${gone}`)).ok).toBe(true);

  await service.restart({ workerUrl: workerNamed('hang') });
  const waiting = { ...(await faceForm(5)), async: 'true' };
  const unfinished = (await service.patient('POST', '/patients', { form: waiting })).patient.id;
  const truth = {
    patients: await allPatients(service),
    second: { token: second.token, patients: await allPatients({ url: service.url, token: second.token }) },
    ...{ create: { ...create, answer }, after, unfinished },
    invitationPath: new URL(invitation_url).pathname,
  };
  await service.stop(0);
  const { store, close } = await openStoreOf(service);
  await store.db
    .updateTable('idempotency')
    .set({ status: null, body: null })
    .where('key', '=', after.key)
    .executeTakeFirstOrThrow();
  await close();
  const dataFolder = await copyFolder(service.dataFolder);
  await service.close();
  return { dataFolder, truth };
}

const withKey = ({ key, form }: { key: string; form: TestForm }) => ({ form, headers: { 'idempotency-key': key } });

/** Waits for all models. */
const expectHas3d = ({ url, token }: Place) =>
  vi.waitFor(
    async () => {
      const all = (await allPatients({ url, token })).flatMap(({ reconstructions }) => reconstructions);
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['has_3d']));
    },
    { timeout: 20_000, interval: 50 },
  );

type Place = Pick<ServiceProcess, 'url' | 'token'>;

async function list({ url, token }: Place, query: Record<string, string | number>): Promise<PatientsAnswer> {
  const asked = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const answer = await fetch(`${url}/patients?${asked}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as PatientsAnswer;
}

async function allPatients(place: Place): Promise<Patient[]> {
  for (let page = 1, all: Patient[] = []; ; page++) {
    const { patients, meta } = await list(place, { page, per_page: PER_PAGE });
    all = [...all, ...patients];
    if (meta.next_page !== null) continue;
    expect(meta.total_entries).toBe(all.length);
    return all;
  }
}

/** Without the address of the service, and without signatures, which expire. */
const comparable = (patients: readonly Patient[]): unknown =>
  JSON.parse(JSON.stringify(patients).replace(/http:\/\/127\.0\.0\.1:\d+|\?expires=[^"]*/g, ''));

/** Expects that a service shows all that the folder had, finds it by name and knows its keys. */
export async function expectShown(service: ServiceProcess, { truth }: FilledFolder, random: () => number) {
  await expectHas3d(service);
  const patients = await allPatients(service);
  const isUnfinished = ({ id }: Patient) => id === truth.unfinished;
  expect(comparable(patients.filter((one) => !isUnfinished(one)))).toEqual(
    comparable(truth.patients.filter((one) => !isUnfinished(one))),
  );
  expect(patients.filter(isUnfinished)).toHaveLength(1);
  const { token, patients: others } = truth.second;
  expect(comparable(await allPatients({ url: service.url, token }))).toEqual(comparable(others));
  for (let search = 0; search < 10; search++) await expectFound(service, patients, random);

  const send = async (path: string, { key, form }: Pick<Truth['after'], 'key' | 'form'>) => {
    const headers = { authorization: `Bearer ${service.token}`, 'idempotency-key': key };
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: formData(form) });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await send('/patients', truth.create)).toEqual({ status: 201, text: truth.create.answer });
  const after = await send(truth.after.path, truth.after);
  expect(JSON.parse(after.text)).toMatchObject({ after: { measures: { eye_distance: 6.2 } } });
  expect((await fetch(`${service.url}${truth.invitationPath}`)).status).toBe(200);
}

/** Searches for three letters, or two, of one patient's name. */
async function expectFound(service: Place, patients: readonly Patient[], random: () => number): Promise<void> {
  const names = patients.map(({ id, name }) => ({ id, name: foldText(name) }));
  const { name } = names.filter((one) => one.name.length > 3)[Math.floor(random() * (names.length - 9))]!;
  const start = Math.floor(random() * (name.length - 3));
  const [part, word] = [name.slice(start, start + 3), name.slice(0, 2)];
  const found = async (asked: string) => {
    const { patients: page, meta } = await list(service, { name: asked, per_page: PER_PAGE });
    return { ids: page.map(({ id }) => id), entries: meta.total_entries };
  };
  const expected = (isMatch: (name: string) => boolean) => {
    const ids = names.filter((one) => isMatch(one.name)).map(({ id }) => id);
    return { ids: ids.slice(0, PER_PAGE), entries: ids.length };
  };
  expect(await found(part), part).toEqual(expected((one) => one.includes(part)));
  expect(await found(word), word).toEqual(expected((one) => beginsIn(one, word)));
}

/** True if the text has it where no Latin letter or digit stands before. */
const beginsIn = (text: string, word: string) =>
  [...text].some((_, at) => text.startsWith(word, at) && !/[a-z0-9]/.test(text[at - 1] ?? ''));

/** What a folder has on its disk: the rows of its tables, and its files. */
export async function storedIn(dataFolder: string): Promise<{ rows: Map<string, SqliteRow[]>; files: Set<string> }> {
  const rows = await readDatabase(join(dataFolder, 'recon.db'), (connection) => {
    const tables = connection.prepare(`select name from sqlite_master where type = 'table'`).all();
    return new Map(tables.map(({ name }) => [String(name), connection.prepare(`select * from ${name}`).all()]));
  });
  const files = [...(await contentOf(join(dataFolder, 'files')))].filter(([path]) => path !== 'last-commit');
  return { rows, files: new Set(files.map((file) => file.join(' '))) };
}
