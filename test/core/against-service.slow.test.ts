import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { answerKeyOf, PATIENT_FIELDS, type PatientInput } from '../../src/contract/patient.ts';
import type { ReconstructionType, View } from '../../src/contract/reconstruction.ts';
import { idText } from '../../src/core/answer.ts';
import type { Client } from '../../src/core/client.ts';
import { createClient } from '../../src/core/client.ts';
import { findAgreeing } from '../../src/core/find-person.ts';
import { type PreparedPhoto, preparePhotos } from '../../src/core/photos.ts';
import { waitForPatients } from '../../src/core/wait.ts';
import { createTransport } from '../../src/http/transport.ts';
import { openAccounts } from '../../src/service/start.ts';
import { lineText } from '../../src/system/line-text.ts';
import { failureOf } from '../http/quick.ts';
import { jpegOf } from '../support/photo-maker.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { sendUpdate } from './send-update.ts';

const EVERY_FIELD: Required<PatientInput> = {
  name: 'Ana "Zoë" Ñandú; filename="x"',
  email: 'ana@clinic.example',
  gender: 'female',
  phone: '+55 11 99999-0000',
  country: 'BR',
  address: 'Rua das Flores, 1',
  city: 'São Paulo',
  postal_code: '01000-000',
  state: 'SP',
};

let service: TestService;
let client: Client;
let files: Partial<Record<View, string>>;
let folder: string;

beforeAll(async () => {
  service = await openService();
  client = clientFor(service.token);
  folder = mkdtempSync(join(tmpdir(), 'recon-photos-'));
  files = {};
  const { writeFileSync } = await import('node:fs');
  for (const [seed, view] of (['left', 'front', 'right', 'back', 'left_45', 'right_45', 'below'] as const).entries()) {
    files[view] = join(folder, `${view}.jpg`);
    writeFileSync(files[view], await jpegOf({ seed: seed + 1 }));
  }
});
afterAll(async () => {
  await client.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

const clientFor = (token: string) =>
  createClient(
    createTransport({
      baseUrl: service.url,
      token: async () => token,
      clock: systemClock,
      proxy: {},
      userAgent: 'recon/test',
    }),
  );

async function photosOf(...views: View[]): Promise<PreparedPhoto[]> {
  const chosen = Object.fromEntries(views.map((view) => [view, files[view]!]));
  const prepared = await preparePhotos(chosen, { scratchFolder: folder });
  onTestFinished(() => prepared.dispose());
  expect(prepared.problems).toEqual([]);
  return prepared.photos;
}

const THREE = ['left', 'front', 'right'] as const;

async function newPatient(type?: ReconstructionType): Promise<string> {
  const reconstruction =
    type === undefined
      ? {}
      : { reconstruction: { type, photos: await photosOf(...THREE), measures: { nipple_to_nipple: '21.5' } } };
  const { body } = await client.createPatient({ patient: { name: 'Ben' }, ...reconstruction, async: true });
  return idText(body?.patient?.id)!;
}

const waitFor = (id: string) => waitForPatients(client, [id], { deadlineMs: 60_000, clock: systemClock });

test('a create with every patient field, seen by get and list', async () => {
  const created = await client.createPatient({ patient: EVERY_FIELD });
  const id = idText(created.body?.patient?.id)!;
  const { body } = await client.getPatient(id);
  for (const field of PATIENT_FIELDS) expect(body?.patient?.[answerKeyOf(field)]).toBe(EVERY_FIELD[field]);
  const listed = await client.listPatients({ name: 'zoe', email: 'ana@' });
  expect(listed.body?.patients?.map((patient) => idText(patient?.id))).toEqual([id]);
  expect(listed.body?.meta).toMatchObject({ current_page: 1, next_page: null, total_entries: 1 });
  expect((await findAgreeing(client, EVERY_FIELD)).same).toEqual([id]);
  expect((await findAgreeing(client, { ...EVERY_FIELD, phone: '1' })).same).toEqual([]);
});

test('seven photos and every measure, waited for and downloaded', async () => {
  const photos = await photosOf(...THREE, 'back', 'left_45', 'right_45', 'below');
  const progress: number[] = [];
  const created = await client.createPatient(
    {
      patient: { name: 'Cid' },
      reconstruction: {
        type: 'face',
        provider: '5',
        photos,
        measures: { eye_distance: '6.2', nipple_to_nipple: '20', hipline: '90' },
      },
      async: true,
    },
    { onUpload: (sent, total) => progress.push(sent / total) },
  );
  expect(progress.at(-1)).toBe(1);
  expect(created.body?.async).toBe('true');
  const id = idText(created.body?.patient?.id)!;
  expect((await waitFor(id)).outcome).toBe('ready');
  const { headers, body } = await client.openDownload(id, 'face');
  const archive = await buffer(body);
  expect(archive.length).toBe(Number(headers['content-length']));
  expect(archive.subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'));
});

test('an update of fields and of a photo, and one while it may not be', async () => {
  const id = await newPatient('mammo');
  await waitFor(id);
  await sendUpdate(client, id, { patient: { city: 'Recife', phone: '' } });
  const reply = await sendUpdate(client, id, {
    patient: { city: 'Olinda' },
    reconstruction: { photos: await photosOf('left'), measures: {} },
  });
  expect(reply.body?.patient?.city).toBe('Olinda');
  await waitFor(id);
  const missing = sendUpdate(client, id, {
    patient: {},
    reconstruction: { type: 'body', photos: await photosOf('left'), measures: {} },
  });
  expect((await failureOf(missing)).code).toBe('rule_broken');
});

test('an after', async () => {
  const id = await newPatient();
  const { body } = await client.createAfter(id, { type: 'face', photos: await photosOf(...THREE), measures: {} });
  expect(body?.after).toMatchObject({ status: 'processing', accepted: 'false', provider: 4 });
});

test('a delete', async () => {
  const id = await newPatient();
  expect((await client.deletePatient(id)).text).toBe('{"result":"success"}');
  expect((await failureOf(client.getPatient(id))).code).toBe('not_found');
  expect((await failureOf(client.deletePatient(id))).code).toBe('not_found');
});

test('an invitation', async () => {
  const id = await newPatient();
  const { body } = await client.createInvitation(id, 'face');
  expect(body?.invitation_url).toMatch(new RegExp(`^${service.url}/invitations/`));
});

test('a transfer to an own sub account, and not to anybody else', async () => {
  const accounts = await openAccounts({ dataFolder: service.dataFolder });
  const listBefore = await accounts.list();
  const main = listBefore[0]!;
  await accounts.add('night shift', main.name);
  const sub = (await accounts.list()).find(({ name }) => name === 'night shift')!;
  await accounts.close();
  const id = await newPatient();
  expect((await failureOf(client.transferPatient(id, String(main.id)))).code).toBe('forbidden');
  expect((await client.transferPatient(id, String(sub.id))).body?.result).toBe('success');
  expect((await failureOf(client.getPatient(id))).code).toBe('not_found');
});

describe('refusals carry what the service says', () => {
  test('a wrong token', async () => {
    const stranger = clientFor('rcn_not-a-token-of-this-service');
    onTestFinished(() => stranger.close());
    expect(await failureOf(stranger.listPatients({}))).toMatchObject({ code: 'not_logged_in', status: 401 });
  });

  test('a token whose scope is not enough', async () => {
    const accounts = await openAccounts({ dataFolder: service.dataFolder });
    const { token } = await accounts.addToken('main', { label: 'reader', scope: 'read' });
    await accounts.close();
    const reader = clientFor(token);
    onTestFinished(() => reader.close());
    expect((await reader.listPatients({})).body?.meta).toBeDefined();
    expect(await failureOf(reader.deletePatient('1'))).toMatchObject({
      code: 'forbidden',
      status: 403,
      message: 'the access token may not do that; it needs the scope "write"',
    });
  });

  test('missing photos, all at once, and the request id', async () => {
    const error = await failureOf(
      client.createPatient({ patient: { name: 'Dora' }, reconstruction: { type: 'mammo', photos: [], measures: {} } }),
    );
    expect(error).toMatchObject({ code: 'refused', status: 422, requestId: expect.any(String) });
    const fields = error.details.map((line) => lineText(line).split(' ')[0]);
    expect(fields).toEqual(['left', 'front', 'right', 'nipple_to_nipple'].map((name) => `reconstruction[${name}]`));
  });

  test('a type that the patient has not', async () => {
    const id = await newPatient();
    expect((await failureOf(client.openDownload(id, 'body'))).code).toBe('not_found');
  });
});

test('pages, several ids and one that is not there', async () => {
  const ids = [await newPatient(), await newPatient(), await newPatient()];
  const reply = await client.listPatients({ ids: [...ids, '999999'] });
  expect(reply.body?.patients?.map((patient) => idText(patient?.id))).toEqual(ids);
  const seen: (string | undefined)[] = [];
  for await (const { body } of client.eachPage({ perPage: 2 })) {
    seen.push(...(body?.patients ?? []).map((patient) => idText(patient?.id)));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(ids));
});
