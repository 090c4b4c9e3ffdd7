import { describe, expect, test } from 'vitest';
import { idText, stringifyExact } from '../../src/core/answer.ts';
import type { Client } from '../../src/core/client.ts';
import { ReconError } from '../../src/errors.ts';
import { lineText } from '../../src/system/line-text.ts';
import { failureOf } from '../http/quick.ts';
import { netServer } from '../http/servers.ts';
import { photoCopies } from './photo-copies.ts';
import { type Reaction, record, TOKEN } from './recorder.ts';

const HTML = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Hello</h1></body></html>';

interface Row {
  name: string;
  kind: 'read' | 'change';
  call(client: Client): Promise<unknown>;
  /** Where to look after a lost answer. */
  look?: string;
}

const rows: Row[] = [
  { name: 'list', kind: 'read', call: (client) => client.listPatients({ name: 'Ana' }) },
  { name: 'get', kind: 'read', call: (client) => client.getPatient('7') },
  {
    name: 'create',
    kind: 'change',
    call: (client) => client.createPatient({ patient: { name: "Ana O'Neill", email: 'a@b.example', phone: '1' } }),
    look: `recon list --name 'Ana O'\\''Neill' --email a@b.example`,
  },
  {
    name: 'create without name and email',
    kind: 'change',
    call: (client) => client.createPatient({ patient: { phone: '1' } }),
    look: 'recon list --all',
  },
  {
    name: 'update',
    kind: 'change',
    call: (client) => client.updatePatient('7', { patient: { name: 'Ana' } }),
    look: 'recon show 7',
  },
  {
    name: 'after',
    kind: 'change',
    call: (client) =>
      client.createAfter('7', { type: 'face', photos: photoCopies({ left: Buffer.alloc(99) }), measures: {} }),
    look: 'recon show 7',
  },
  {
    name: 'delete',
    kind: 'change',
    call: (client) => client.deletePatient('7'),
    look: 'recon list --id 7',
  },
  {
    name: 'transfer',
    kind: 'change',
    call: (client) => client.transferPatient('7', '9'),
    look: 'recon list --id 7',
  },
  {
    name: 'invitation',
    kind: 'change',
    call: (client) => client.createInvitation('7', 'face'),
    look: 'recon invite 7 --type face',
  },
];

/** What a service that is not ours may say, and the code it must end in for a read and for a change. */
const answers: [string, Reaction, string, string][] = [
  ['200 with a web page', { body: HTML, headers: { 'content-type': 'text/html' } }, 'protocol', 'outcome_unknown'],
  ['502 with a web page', { status: 502, body: HTML }, 'unavailable', 'outcome_unknown'],
  ['cut JSON', { body: '{"patient":{"id":7,"na' }, 'protocol', 'outcome_unknown'],
  ['an empty 200', { body: '' }, 'protocol', 'outcome_unknown'],
  ['a JSON list', { body: '[]' }, 'protocol', 'outcome_unknown'],
  ['JSON null', { body: 'null' }, 'protocol', 'outcome_unknown'],
  ['an empty object', { body: '{}' }, 'protocol', 'outcome_unknown'],
  [
    'parts of the wrong kind',
    { body: '{"patients":{},"patient":[],"after":7,"result":{},"invitation_url":7}' },
    'protocol',
    'outcome_unknown',
  ],
  ['a byte order mark', { body: '\ufeff{"patients":[],"patient":{"id":7}}' }, 'protocol', 'outcome_unknown'],
  [
    'one key twice',
    { body: '{"patient":{"id":7},"patient":{"id":8},"patients":[1],"patients":[]}' },
    'protocol',
    'outcome_unknown',
  ],
  ['JSON 200,000 deep', { body: `{"x":${'['.repeat(200_000)}` }, 'protocol', 'outcome_unknown'],
  ['401', { status: 401, body: '{"error":"bad token"}' }, 'not_logged_in', 'not_logged_in'],
  ['403', { status: 403, body: HTML }, 'forbidden', 'forbidden'],
  ['404', { status: 404, body: '' }, 'not_found', 'not_found'],
  ['400', { status: 400, body: 'no' }, 'refused', 'refused'],
  ['409', { status: 409, body: 'no' }, 'refused', 'refused'],
  [
    '422 with problem JSON',
    { status: 422, body: '{"detail":"no","errors":[{"field":"patient[email]","message":"is bad"}]}' },
    'refused',
    'refused',
  ],
  ['422 with field → texts', { status: 422, body: '{"errors":{"email":["is bad"]}}' }, 'refused', 'refused'],
  ['422 with one text', { status: 422, body: '{"error":"is bad"}' }, 'refused', 'refused'],
  [
    '429 with a long Retry-After',
    { status: 429, headers: { 'retry-after': '3600' }, body: '' },
    'rate_limited',
    'rate_limited',
  ],
  [
    '503 with Retry-After',
    { status: 503, headers: { 'retry-after': '3600' }, body: '' },
    'unavailable',
    'outcome_unknown',
  ],
  ['500', { status: 500, body: '{"status":500,"error":"Internal Server Error"}' }, 'unavailable', 'outcome_unknown'],
];

describe.each(rows)('$name', ({ kind, call, look }) => {
  test.each(answers)('%s', async (_, reaction, ofRead, ofChange) => {
    const { client, requests } = await record(() => reaction);
    const error = await failureOf(call(client));
    expect(error).toBeInstanceOf(ReconError);
    expect(error.code).toBe(kind === 'read' ? ofRead : ofChange);
    if (kind === 'change') expect(requests).toHaveLength(1);
    if (error.code === 'outcome_unknown') expect(lineText(error.hint ?? '')).toContain(look);
    expect([error.message, ...error.details, error.hint ?? ''].map((line) => lineText(line)).join('\n')).not.toMatch(
      new RegExp(`${TOKEN}|\\n\\n|    at `),
    );
  });

  test('redirects to another host reach nobody there', async () => {
    const other = await netServer((socket) => socket.end());
    for (const status of [301, 302, 303, 307, 308]) {
      const { client } = await record(() => ({ status, headers: { location: `${other.url}/patients` }, body: '' }));
      const unknown = kind === 'change' && (status === 302 || status === 303);
      const error = await failureOf(call(client));
      expect(error.code).toBe(unknown ? 'outcome_unknown' : 'protocol');
      expect(error.message).toContain(`127.0.0.1:${other.port}`);
    }
    expect(other.connections()).toBe(0);
  });
});

test('field errors of three shapes come through as lines', async () => {
  const linesOf = async (body: string) => {
    const { client } = await record(() => ({ status: 422, body }));
    const error = await failureOf(client.createPatient({ patient: { name: 'Ana' } }));
    return [error.message, ...error.details];
  };
  expect(
    await linesOf('{"detail":"One field is wrong","errors":[{"field":"patient[email]","message":"is bad"}]}'),
  ).toEqual(['the service refused the data (422): One field is wrong', 'patient[email] is bad']);
  expect(await linesOf('{"errors":{"email":["is bad","is taken"]}}')).toEqual([
    'the service refused the data (422)',
    'email is bad',
    'email is taken',
  ]);
  expect(await linesOf('{"message":"email is bad"}')).toEqual(['the service refused the data (422): email is bad']);
});

test('a request id comes along, from the header or the body', async () => {
  const idOf = async (reaction: Reaction) => {
    const { client } = await record(() => reaction);
    return (await failureOf(client.getPatient('7'))).requestId;
  };
  expect(await idOf({ status: 404, headers: { 'x-request-id': 'h-1' }, body: '{"request_id":"b-1"}' })).toBe('h-1');
  expect(await idOf({ status: 404, body: '{"request_id":"b-1"}' })).toBe('b-1');
  expect(await idOf({ status: 404, headers: { 'x-request-id': 'two words' }, body: '' })).toBeUndefined();
});

describe('what is understood', () => {
  test('unknown and missing fields, and the text exactly as it came', async () => {
    const text =
      ' {"patient" : {"id":7, "mood":"\\u00e9", "reconstructions":[{"status":"new_state"}], "n":1.50},\n"x":[] } ';
    const { client } = await record(text);
    const reply = await client.getPatient('7');
    expect(reply.text).toBe(text);
    expect(reply.body?.patient?.reconstructions?.[0]?.status).toBe('new_state');
    expect(reply.body?.patient?.name).toBeUndefined();
  });

  test('the right JSON under a wrong content type', async () => {
    const { client } = await record(() => ({ headers: { 'content-type': 'text/html' }, body: '{"patient":{"id":7}}' }));
    expect((await client.getPatient('7')).body?.patient?.id).toBe(7);
  });

  test('ids as text', async () => {
    const { client, requests } = await record('{"patient":{"id":"7"},"patients":[{"id":"7"},{"id":9}]}');
    expect(idText((await client.getPatient('7')).body?.patient?.id)).toBe('7');
    expect(idText((await client.createPatient({ patient: { name: 'Ana' } })).body?.patient?.id)).toBe('7');
    await client.listPatients({ ids: ['7', '9'] });
    expect(requests).toHaveLength(3);
  });

  test('ids beyond 2^53, exactly; but not in a path', async () => {
    const { client, requests } = await record('{"patient":{"id":9007199254740993,"height":1.234567890123456789}}');
    const { body } = await client.createPatient({ patient: { name: 'Ana' } });
    expect(idText(body?.patient?.id)).toBe('9007199254740993');
    expect(stringifyExact(body)).toBe('{"patient":{"id":9007199254740993,"height":1.234567890123456789}}');
    expect((await failureOf(client.getPatient('9007199254740993'))).code).toBe('protocol');
    expect((await failureOf(client.transferPatient('7', '9007199254740993'))).code).toBe('protocol');
    expect(requests).toHaveLength(1);
  });

  test('a key that would poison an object is only a key', async () => {
    const { client } = await record('{"patient":{"id":7,"__proto__":{"isAdmin":true}}}');
    const { body } = await client.getPatient('7');
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect(body?.patient?.id).toBe(7);
  });

  test('a delete and a transfer answered 204', async () => {
    const { client } = await record(() => ({ status: 204, body: '' }));
    expect(await client.deletePatient('7')).toEqual({ text: '', body: { result: 'success' } });
    expect((await client.transferPatient('7', '9')).body?.result).toBe('success');
  });
});

describe('what is not', () => {
  test.each([
    ['no id', '{"patient":{"name":"Ana"}}'],
    ['a broken id', '{"patient":{"id":7.5}}'],
    ['a negative id', '{"patient":{"id":-7}}'],
    ['a path for an id', '{"patient":{"id":"1/../2"}}'],
    ['an object for an id', '{"patient":{"id":{"$oid":"7"}}}'],
  ])('a created patient with %s leaves the outcome unknown', async (_, body) => {
    const { client } = await record(() => ({ status: 201, body }));
    expect((await failureOf(client.createPatient({ patient: { name: 'Ana' } }))).code).toBe('outcome_unknown');
  });

  test.each(['0x7', '7/../9', '-1', '7.0', '', '٧', 'me'])('%j as an id, before anything is sent', async (id) => {
    const { client, requests } = await record('{}');
    const calls = [
      () => client.getPatient(id),
      () => client.deletePatient(id),
      () => client.listPatients({ ids: [id] }),
      () => client.transferPatient('7', id),
    ];
    for (const call of calls) expect((await failureOf(call())).code).toBe('usage');
    expect(requests).toHaveLength(0);
  });

  test('another patient than the one asked for', async () => {
    const { client } = await record('{"patient":{"id":8}}');
    expect(await failureOf(client.getPatient('7'))).toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('8'),
    });
  });

  test.each(['failure', 'error'])('the result %j: not done', async (result) => {
    const { client } = await record(JSON.stringify({ result }));
    expect((await failureOf(client.deletePatient('7'))).code).toBe('refused');
    expect((await failureOf(client.transferPatient('7', '9'))).code).toBe('refused');
  });

  test.each(['javascript:alert(1)', 'clinic.example/i', 'file:///etc/passwd'])('the link %j', async (link) => {
    const { client } = await record(JSON.stringify({ invitation_url: link }));
    expect((await failureOf(client.createInvitation('7', 'face'))).code).toBe('outcome_unknown');
  });
});
