import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { VIEWS, type View } from '../../src/contract/reconstruction.ts';
import type { Client } from '../../src/core/client.ts';
import { photoCopies } from './photo-copies.ts';
import { type Recorded, record, TOKEN } from './recorder.ts';

const PATIENT = '{"patient":{"id":7},"async":"true"}';
const EVERY_FIELD = {
  name: 'Ana "Zoë" Ñandú; line\r\nbreak',
  email: 'ana@clinic.example',
  gender: 'female',
  phone: '+55 11 99999-0000',
  country: 'BR',
  address: 'Rua das Flores, 1',
  city: 'São Paulo',
  postal_code: '01000-000',
  state: 'SP',
};

const photosOf = (views: readonly View[]) =>
  photoCopies(Object.fromEntries(views.map((view, at) => [view, randomBytes(1000 + 70_000 * at)])));

/** Every method's request: what it calls, what it answers, and the line the interface wants. */
interface Row {
  name: string;
  call(client: Client): Promise<unknown>;
  answer: string;
  line: string;
  /** No body at all. */
  bare: boolean;
}

const rows: Row[] = [
  {
    name: 'list',
    call: (client) => client.listPatients({}),
    answer: '{"patients":[],"meta":{}}',
    line: 'GET /patients',
    bare: true,
  },
  {
    name: 'list with every filter',
    call: (client) => client.listPatients({ name: 'Ana', email: 'a@b.example', ids: ['7'], perPage: 25, page: 2 }),
    answer: '{"patients":[{"id":7}],"meta":{}}',
    line: 'GET /patients?name=Ana&email=a%40b.example&id=7&per_page=25&page=2',
    bare: true,
  },
  {
    name: 'list with one id',
    call: (client) => client.listPatients({ ids: ['7'] }),
    answer: '{"patients":[{"id":7}],"meta":{}}',
    line: 'GET /patients?id=7',
    bare: true,
  },
  {
    name: 'list with several ids',
    call: (client) => client.listPatients({ ids: ['7', '9', '7', '12'] }),
    answer: '{"patients":[{"id":7},{"id":9},{"id":12}],"meta":{}}',
    line: 'GET /patients?id[]=7&id[]=9&id[]=12&per_page=3',
    bare: true,
  },
  {
    name: 'get',
    call: (client) => client.getPatient('7'),
    answer: PATIENT,
    line: 'GET /patients/7',
    bare: true,
  },
  {
    name: 'create',
    call: (client) => client.createPatient({ patient: { name: 'Ana' } }),
    answer: PATIENT,
    line: 'POST /patients',
    bare: false,
  },
  {
    name: 'update',
    call: (client) => client.updatePatient('7', { patient: { name: 'Ana' } }),
    answer: PATIENT,
    line: 'PUT /patients/7',
    bare: false,
  },
  {
    name: 'after',
    call: (client) => client.createAfter('7', { type: 'face', photos: [], measures: {} }),
    answer: '{"after":{"status":"processing"}}',
    line: 'POST /patients/7/after',
    bare: false,
  },
  {
    name: 'delete',
    call: (client) => client.deletePatient('7'),
    answer: '{"result":"success"}',
    line: 'DELETE /patients/7',
    bare: true,
  },
  {
    name: 'download',
    call: async (client) => buffer((await client.openDownload('7', 'mammo')).body),
    answer: 'PK',
    line: 'GET /patients/7/download?type=mammo',
    bare: true,
  },
  {
    name: 'transfer',
    call: (client) => client.transferPatient('7', '12'),
    answer: '{"result":"success"}',
    line: 'POST /patients/7/transfer/12',
    bare: true,
  },
  {
    name: 'invitation',
    call: (client) => client.createInvitation('7', 'body'),
    answer: '{"invitation_url":"https://clinic.example/i/x"}',
    line: 'GET /patients/7/invitation?reconstruction_type=body',
    bare: true,
  },
];

describe.each(['', '/v1/clinic'])('below the prefix "%s"', (prefix) => {
  test.each(rows)('$name', async ({ call, answer, line, bare }) => {
    const { client, requests } = await record(answer, { prefix });
    await call(client);
    expect(requests).toHaveLength(1);
    const [request] = requests;
    const [method, url] = line.split(' ');
    expect(`${request!.method} ${request!.url}`).toBe(`${method} ${prefix}${url}`);
    expect(request!.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(request!.url).not.toMatch(/token|rcn_/);
    if (bare) expect(request!.body).toHaveLength(0);
    else expect(request!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    if (bare) expect(request!.headers['content-type']).toBeUndefined();
  });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const texts = ({ parts }: Recorded) =>
  Object.fromEntries(
    parts.filter((part) => part.fileName === undefined).map((part) => [part.name, part.body.toString()]),
  );
const files = ({ parts }: Recorded) =>
  Object.fromEntries(
    parts
      .filter((part) => part.fileName !== undefined)
      .map(({ name, fileName, contentType, body }) => [name, { fileName, contentType, sha256: sha256(body) }]),
  );

const PATIENT_TEXTS = {
  'patient[name]': EVERY_FIELD.name,
  'patient[email]': EVERY_FIELD.email,
  'patient[gender]': EVERY_FIELD.gender,
  'patient[phone]': EVERY_FIELD.phone,
  'patient[country]': EVERY_FIELD.country,
  'patient[address]': EVERY_FIELD.address,
  'patient[city]': EVERY_FIELD.city,
  'patient[postal_code]': EVERY_FIELD.postal_code,
  'patient[state]': EVERY_FIELD.state,
};
const MEASURE_TEXTS = {
  'reconstruction[nipple_to_nipple]': '21.50',
  'reconstruction[eye_distance]': '6.3',
  'reconstruction[hipline]': '98',
};
const measures = { nipple_to_nipple: '21.50', eye_distance: '6.3', hipline: '98' };

test('a create carries all 22 fields by their names, and photos byte for byte', async () => {
  const { client, requests } = await record(PATIENT);
  const photos = photosOf(VIEWS);
  await client.createPatient({
    patient: EVERY_FIELD,
    reconstruction: { type: 'face', provider: '5', photos, measures },
    async: true,
  });
  const [request] = requests;
  expect(request!.parts).toHaveLength(22);
  expect(Number(request!.headers['content-length'])).toBe(request!.body.length);
  expect(texts(request!)).toEqual({
    ...PATIENT_TEXTS,
    ...MEASURE_TEXTS,
    'reconstruction[type]': 'face',
    'reconstruction[provider]': '5',
    async: 'true',
  });
  expect(files(request!)).toEqual(
    Object.fromEntries(
      photos.map(({ view, sha256 }) => [
        `reconstruction[${view}]`,
        { fileName: `${view}.jpg`, contentType: 'image/jpeg', sha256 },
      ]),
    ),
  );
});

test('an update carries the fields it may have', async () => {
  const { client, requests } = await record(PATIENT);
  await client.updatePatient('7', {
    patient: EVERY_FIELD,
    reconstruction: { type: 'mammo', photos: photosOf(['left', 'front', 'right']), measures },
  });
  expect(texts(requests[0]!)).toEqual({ ...PATIENT_TEXTS, ...MEASURE_TEXTS, 'reconstruction[type]': 'mammo' });
  expect(Object.keys(files(requests[0]!)).sort()).toEqual([
    'reconstruction[front]',
    'reconstruction[left]',
    'reconstruction[right]',
  ]);
});

test('an after carries the reconstruction fields and nothing else', async () => {
  const { client, requests } = await record('{"after":{"status":"processing"}}');
  await client.createAfter('7', { type: 'body', provider: '7', photos: photosOf(VIEWS), measures });
  expect(texts(requests[0]!)).toEqual({
    ...MEASURE_TEXTS,
    'reconstruction[type]': 'body',
    'reconstruction[provider]': '7',
  });
  expect(Object.keys(files(requests[0]!)).sort()).toEqual(VIEWS.map((view) => `reconstruction[${view}]`).sort());
});

test.each([
  [true, 'true'],
  [false, 'false'],
  [undefined, undefined],
])('async %s goes as the text %s', async (given, sent) => {
  const { client, requests } = await record(PATIENT);
  await client.createPatient({ patient: { name: 'Ana' }, ...(given === undefined ? {} : { async: given }) });
  expect(texts(requests[0]!)['async']).toBe(sent);
});

test('a field that is not given is not sent; an empty one is, and clears it', async () => {
  const { client, requests } = await record(PATIENT);
  await client.updatePatient('7', { patient: { name: 'Ana', phone: '' } });
  expect(texts(requests[0]!)).toEqual({ 'patient[name]': 'Ana', 'patient[phone]': '' });
});

test('a try again sends the same parts from the files, afresh', async () => {
  const { client, requests } = await record((_, number) => ({ status: number === 1 ? 429 : 201, body: PATIENT }));
  const photos = photosOf(['left', 'front', 'right']);
  await client.createPatient({ patient: { name: 'Ana' }, reconstruction: { type: 'face', photos, measures: {} } });
  expect(requests).toHaveLength(2);
  expect(files(requests[1]!)).toEqual(files(requests[0]!));
  expect(texts(requests[1]!)).toEqual(texts(requests[0]!));
});

test('each change comes on a connection of its own', async () => {
  const { client, requests } = await record(PATIENT);
  await client.createPatient({ patient: { name: 'Ana' } });
  await client.getPatient('7');
  expect(requests.map(({ headers }) => headers.connection)).toEqual(['close', 'keep-alive']);
});
