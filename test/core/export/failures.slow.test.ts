import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { type Client, createClient } from '../../../src/core/client.ts';
import { exportPatients } from '../../../src/core/export/export.ts';
import type { ExportHooks } from '../../../src/core/export/request.ts';
import { ReconError } from '../../../src/errors.ts';
import { createTransport } from '../../../src/http/transport.ts';
import { withLock } from '../../../src/system/lock.ts';
import { failureOf } from '../../http/quick.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const noPhoto = () => Promise.reject(new Error('no photo is asked for here'));

/** More than may fail in a row. */
const ALL = 25;
/** Enough for everything else. */
const MODELS = 8;
let service: TestService;
let client: Client;
let ids: string[];

beforeAll(async () => {
  service = await openService();
  const form = { async: 'false', ...(await faceForm()) };
  ids = [];
  for (let number = 1; number <= ALL; number++) {
    const created = await service.patient('POST', '/patients', { form: { 'patient[name]': `P ${number}`, ...form } });
    ids.push(String(created.patient.id));
  }
  client = createClient(
    createTransport({
      baseUrl: service.url,
      token: async () => service.token,
      clock: systemClock,
      proxy: {},
      userAgent: 'recon/test',
    }),
  );
});
afterAll(async () => {
  await client.close();
  await service.close();
});

const FORMATS = [
  { fileName: 'patients.ndjson', begin: () => '', line: (patient: unknown) => `${JSON.stringify(patient)}\n` },
];

interface Choice extends Partial<ExportHooks> {
  /** All patients instead of the first few; of them the records, or the archives too. */
  all?: 'records' | 'archives';
}

const exporting = (to: string, over: Partial<Client> = {}, { all, ...hooks }: Choice = {}) =>
  exportPatients(
    { ...client, ...over },
    {
      to,
      service: service.url,
      filters: all === undefined ? { ids: ids.slice(0, MODELS) } : {},
      formats: FORMATS,
      removeGone: false,
      archives: all === 'records' ? undefined : { types: undefined },
      printableJson: (json) => json,
    },
    { clock: systemClock, jobs: 4, fetchPhoto: noPhoto, ...hooks },
  );

/** Downloads that end in an error for some patients. */
const failing = (code: 'unavailable' | 'not_logged_in' | 'storage', of: (id: string) => boolean): Partial<Client> => ({
  openDownload: async (id, ...rest) => {
    if (of(id)) throw new ReconError(code, `no archive of ${id}`);
    return client.openDownload(id, ...rest);
  },
});

const manifestOf = (to: string) => JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'));
const zipOf = (id: string) => `archives/${id}/patient-${id}-face.zip`;
const zipsIn = (to: string) =>
  readdirSync(to, { recursive: true }).filter((name) => String(name).endsWith('.zip')).length;
const strays = (to: string) =>
  readdirSync(to, { recursive: true }).filter((name) => /\.part|\.jsonl/.test(String(name)));

test('one archive that fails does not stop the rest, is named, and comes with the next run', async () => {
  const to = tempFolder();
  const { counts, failed, stopped } = await exporting(
    to,
    failing('unavailable', (id) => id === ids[3]),
  );
  expect(counts).toMatchObject({ saved: MODELS - 1, failed: 1, not_tried: 0 });
  expect(failed).toMatchObject([{ patientId: ids[3], type: 'face', error: `no archive of ${ids[3]}` }]);
  expect(stopped).toBeUndefined();
  expect(manifestOf(to)).toMatchObject({ complete: false });
  expect(manifestOf(to).archives[3]).toMatchObject({ state: 'failed', error: `no archive of ${ids[3]}` });
  expect(readFileSync(join(to, 'SHA256SUMS'), 'utf8')).not.toContain(zipOf(ids[3]!));
  expect(await exporting(to)).toMatchObject({ counts: { saved: MODELS, failed: 0 }, kept: MODELS - 1 });
  expect(manifestOf(to)).toMatchObject({ complete: true });
  expect(strays(to)).toEqual([]);
});

test('20 failures in a row give up, and the rest is told as not tried', async () => {
  const to = tempFolder();
  const { counts, stopped } = await exporting(
    to,
    failing('unavailable', () => true),
    { jobs: 1, all: 'archives' },
  );
  expect(counts).toMatchObject({ saved: 0, failed: 20, not_tried: ALL - 20 });
  expect(stopped).toMatchObject({ code: 'partly_failed' });
});

test('a refused token stops at once, and the manifest says how far it got', async () => {
  const to = tempFolder();
  const late = failing('not_logged_in', (id) => Number(id) >= Number(ids[3]));
  const { counts, stopped } = await exporting(to, late, { jobs: 1 });
  expect(counts).toMatchObject({ saved: 3, failed: 0, not_tried: MODELS - 3 });
  expect(stopped).toMatchObject({ code: 'not_logged_in' });
  expect(manifestOf(to)).toMatchObject({ complete: false });
  expect((await exporting(to)).kept).toBe(3);
});

test('Ctrl-C in the middle leaves a manifest, and the next run does the rest', async () => {
  const to = tempFolder();
  const stop = new AbortController();
  let seen = 0;
  const onArchive = () => {
    seen += 1;
    if (seen === 3) stop.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
  };
  const { counts, stopped } = await exporting(to, {}, { onArchive, signal: stop.signal });
  expect(stopped).toMatchObject({ code: 'interrupted' });
  expect(counts.saved).toBeGreaterThanOrEqual(3);
  expect(counts.saved + counts.not_tried).toBe(MODELS);
  expect(zipsIn(to)).toBe(counts.saved);
  expect(await exporting(to)).toMatchObject({ counts: { saved: MODELS }, kept: counts.saved });
  expect(strays(to)).toEqual([]);
});

test('Ctrl-C while the patients are read changes nothing', async () => {
  const to = tempFolder();
  await exporting(to);
  const before = manifestOf(to);
  const reason = new ReconError('interrupted', 'stopped by Ctrl-C');
  expect(await failureOf(exporting(to, {}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(manifestOf(to)).toEqual(before);
  expect(strays(to)).toEqual([]);
});

test('what an earlier run knew survives a last line that was cut', async () => {
  const to = tempFolder();
  await exporting(to);
  const { archives, ...head } = manifestOf(to);
  // As kill -9 leaves it: no manifest, and a log that ends within a line.
  const lines = [head, ...archives].map((value) => JSON.stringify(value));
  writeFileSync(join(to, '.recon-export.jsonl'), `${lines.slice(0, -1).join('\n')}\n${lines.at(-1)!.slice(0, 90)}`);
  expect(await exporting(to)).toMatchObject({ counts: { saved: MODELS }, kept: MODELS - 1 });
  expect(strays(to)).toEqual([]);
});

test('a run that was killed before its first word is no stranger to the next', async () => {
  const to = tempFolder();
  writeFileSync(join(to, '.recon-export.jsonl.part'), '');
  expect((await exporting(to)).counts.saved).toBe(MODELS);
  expect(strays(to)).toEqual([]);
});

test('the beginning of an archive whose patient is gone is removed by the next whole run', async () => {
  const to = tempFolder();
  await exporting(
    to,
    failing('unavailable', (id) => id === ids[0]),
  );
  mkdirSync(join(to, 'archives/99999'), { recursive: true });
  for (const name of ['.part', '.part.json']) writeFileSync(join(to, `${zipOf('99999')}${name}`), 'a beginning');
  writeFileSync(join(to, 'archives/99999/notes.txt'), 'mine');
  await exporting(to);
  expect(readdirSync(join(to, 'archives/99999'))).toEqual(['notes.txt']);
});

test('a manifest that names a file outside the folder is not followed', async () => {
  const to = tempFolder();
  await exporting(to);
  const { archives, ...rest } = manifestOf(to);
  const planted = [{ ...archives[0], patient_id: '../../etc', path: '/etc/passwd' }, ...archives];
  writeFileSync(join(to, 'manifest.json'), JSON.stringify({ ...rest, archives: planted }));
  await exporting(to);
  expect(readFileSync(join(to, 'SHA256SUMS'), 'utf8')).not.toContain('etc');
});

test('two exports into one folder: the second is refused, naming the process', async () => {
  const to = tempFolder();
  await withLock(`export:${to}`, 'the folder', async () => {
    const error = await failureOf(exporting(to));
    expect(error).toMatchObject({ code: 'busy', message: expect.stringContaining(`process ${process.pid}`) });
  });
});

describe('a list that changes while it is read', () => {
  /** `growing` says in which readings somebody comes after the first page. */
  function moving(growing: readonly number[]): Partial<Client> & { readings(): number } {
    let reading = 0;
    return {
      readings: () => reading,
      async *eachPage(filters) {
        reading += 1;
        let page = 0;
        for await (const reply of client.eachPage({ ...filters, perPage: 10 })) {
          page += 1;
          yield reply;
          if (page > 1 || !growing.includes(reading)) continue;
          const body = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Late' } });
          onTestFinished(() => void service.send('DELETE', `/patients/${body.patient.id}`));
        }
      },
    };
  }

  test('is read again', async () => {
    const to = tempFolder();
    const said: string[] = [];
    const list = moving([1, 2]);
    const { change, patients } = await exporting(to, list, { all: 'records', onChange: (why) => said.push(why) });
    expect({ change, readings: list.readings() }).toEqual({ change: undefined, readings: 3 });
    expect(said).toEqual([
      `the service counted ${ALL} patients at first and ${ALL + 1} later`,
      `the service counted ${ALL + 1} patients at first and ${ALL + 2} later`,
    ]);
    const lines = readFileSync(join(to, 'patients.ndjson'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(patients);
    expect(manifestOf(to).changed_while_reading).toBeNull();
  });

  test('is taken as it is after three readings, and that is told', async () => {
    const to = tempFolder();
    const list = moving([1, 2, 3]);
    const { change } = await exporting(to, list, { all: 'records' });
    expect(list.readings()).toBe(3);
    expect(change).toContain('at first and');
    expect(manifestOf(to)).toMatchObject({ changed_while_reading: change, complete: true });
  });
});

test('a disk that is full stops the export as such', async () => {
  const to = tempFolder();
  const { stopped, counts } = await exporting(
    to,
    failing('storage', (id) => id === ids[2]),
    { jobs: 1 },
  );
  expect(stopped).toMatchObject({ code: 'storage' });
  expect(counts).toMatchObject({ saved: 2, not_tried: MODELS - 2 });
});

test('a log without its first line tells nothing, and the manifest still does', async () => {
  const to = tempFolder();
  await exporting(
    to,
    failing('unavailable', (id) => id === ids[0]),
  );
  writeFileSync(join(to, '.recon-export.jsonl'), '');
  expect(await exporting(to)).toMatchObject({ counts: { saved: MODELS }, kept: MODELS - 1 });
});
