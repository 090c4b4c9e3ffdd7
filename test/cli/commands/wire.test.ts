import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Reaction, type Recorded, record, TOKEN } from '../../core/recorder.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// What goes over the wire to a service of somebody else, command by command: nothing more than is needed, and nothing
// that the interface does not have.

const PHOTOS = join(SAMPLES, 'ana', 'face');
const FACE = ['--type', 'face', '--provider', 'head-hq', '--photos', PHOTOS];
const VIEWS = ['left', 'front', 'right', 'left_45', 'right_45', 'below'];
const PATIENT = {
  ...{ id: 7, name: 'Ana Sample', email: 'ana@x.example', phone: null },
  reconstructions: [{ type: 'FaceReconstruction', status: 'has_3d', accepted: false, mesaures: {} }],
};
const META = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 1 };

function service({ method, url }: Recorded): Reaction {
  const json = (body: unknown): Reaction => ({ body: JSON.stringify(body) });
  const { pathname } = new URL(url, 'http://x');
  if (pathname.endsWith('/invitation')) return json({ invitation_url: 'https://x.example/i' });
  if (pathname.endsWith('/after')) return json({ after: { status: 'processing' } });
  if (pathname.includes('/transfer/') || method === 'DELETE') return json({ result: 'success' });
  if (method === 'GET' && pathname === '/patients') return json({ patients: [PATIENT], meta: META });
  return json({ patient: PATIENT, async: 'false' });
}

const textOf = ({ method, url, parts }: Recorded) =>
  [
    `${method} ${url}`,
    ...parts.map(({ name, fileName, body }) => (fileName === undefined ? `${name}=${body}` : `${name} is ${fileName}`)),
  ].join(', ');

const photos = VIEWS.map((view) => `reconstruction[${view}] is ${view}.jpg`);
const model = ['reconstruction[type]=face', 'reconstruction[provider]=5'];
const LOOK = 'GET /patients/7';

test.each([
  [
    ['patients', 'create', '--name', 'Bea Sample'],
    ['GET /patients?name=Bea%20Sample&per_page=100&page=1', 'POST /patients, patient[name]=Bea Sample'],
  ],
  [
    ['patients', 'create', '--name', 'Bea Sample', ...FACE, '--no-wait'],
    [
      'GET /patients?name=Bea%20Sample&per_page=100&page=1',
      ['POST /patients', 'patient[name]=Bea Sample', ...model, ...photos, 'async=true'].join(', '),
    ],
  ],
  [['patients', 'list'], ['GET /patients']],
  [['patients', 'list', '--all'], ['GET /patients?per_page=100&page=1']],
  [['patients', 'list', '--id', '7'], ['GET /patients?id=7']],
  [
    ['patients', 'list', '--id', 'ana'],
    ['GET /patients?per_page=100&page=1', 'GET /patients?id=7'],
  ],
  [['patients', 'get', '7'], [LOOK]],
  [
    ['patients', 'get', 'ana'],
    ['GET /patients?per_page=100&page=1', LOOK],
  ],
  [
    ['patients', 'update', '7', '--city', 'Porto'],
    [LOOK, 'PUT /patients/7, patient[city]=Porto'],
  ],
  // There is no archive in this answer, so what is asked for is all that can be seen.
  [['download', '7', '--type', 'face'], ['GET /patients/7/download?type=face']],
  [
    ['transfer', '7', '--to', '3', '--yes'],
    [LOOK, 'POST /patients/7/transfer/3'],
  ],
  [
    ['patients', 'delete', '7', '--yes'],
    [LOOK, 'DELETE /patients/7'],
  ],
  [['invite', '7', '--type', 'face'], ['GET /patients/7/invitation?reconstruction_type=face']],
  [['wait', '7'], [LOOK]],
  [
    ['after', 'create', '7', ...FACE],
    [LOOK, ['POST /patients/7/after', ...model, ...photos].join(', ')],
  ],
  [['status'], ['GET /patients?id=0&per_page=1']],
])('%j', async (command, expected) => {
  const { url, requests } = await record(service);
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { exitCode, stderr } = await runMain(command, environment);
  expect({ stderr, exitCode }).toEqual({ stderr, exitCode: command.includes('download') ? 11 : 0 });
  expect(requests.map(textOf)).toEqual(expected);
  // A change has a key of its own, so that it can be sent again.
  for (const { method, headers } of requests) {
    expect(headers['idempotency-key'] !== undefined).toBe(method !== 'GET');
    expect(headers.authorization).toBe(`Bearer ${TOKEN}`);
  }
});
