import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startAnotherService } from '../../support/another-service.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm, photoOf } from '../../support/service-forms.ts';
import { typeMain } from '../../support/typed-terminal.ts';

// A photo that a generation has failed of is given again. The engine of these tests says of each set: "front.jpg shows no person".

const VIEWS = ['left', 'front', 'right'] as const;
const AGAIN = 'that failed before: front.jpg shows no person';

vi.setConfig({ testTimeout: 60_000 });

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
/** Failed with the photos 3: one has the model of the photos 1, the other has none. */
let kept: string;
let none: string;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  const create = async (seed: number, name: string) => {
    const form = { ...(await faceForm(seed)), 'patient[name]': name };
    return String((await service.patient('POST', '/patients', { form })).patient.id);
  };
  kept = await create(1, 'Ana Kept');
  await vi.waitFor(async () => expect(await statusOf(kept)).toBe('has_3d'), { timeout: 30_000 });
  await service.restart({ workerUrl: workerNamed('refuse') });
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  await service.patient('PUT', `/patients/${kept}`, { form: await faceForm(3) });
  none = await create(3, 'Ana None');
  for (const id of [kept, none]) {
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('failed'), { timeout: 30_000 });
  }
  for (const seed of [3, 4]) {
    for (const view of VIEWS) writeFileSync(pathOf(view, seed), await photoOf(view, seed));
  }
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const statusOf = async (id: string) =>
  (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]?.status;
const pathOf = (view: string, seed: number) => join(home.folder, `${view}-${seed}.jpg`);
const flags = (...photos: [view: string, seed: number][]) =>
  photos.flatMap(([view, seed]) => [`--${view}`, pathOf(view, seed)]);
const allAgain = () => flags(['left', 3], ['front', 3], ['right', 3]);
const update = (id: string, ...given: string[]) => ['patients', 'update', id, '--type', 'face', ...given];

test.each([() => kept, () => none])('a script is warned of it, and of another photo it is not', async (of) => {
  const told = async (...given: string[]) =>
    (await runMain([...update(of(), ...given), '--dry-run'], environment)).stderr;
  expect(await told(...allAgain())).toContain(`warning: the photo front-3.jpg is the one ${AGAIN}`);
  expect(await told(...flags(['front', 3]))).toContain(AGAIN);
  expect(await told(...flags(['left', 3], ['front', 4], ['right', 3]))).not.toContain('failed before');
  // As another view it is another photo, and with a new measure the cause may be gone: nobody says that of a photo.
  expect(await told(...flags(['left', 4]))).not.toContain('failed before');
});

test('on a terminal it is told before the question, and that photo can be given anew', async () => {
  const { exitCode, asked, stderr } = await typeMain(update(kept, ...allAgain()), environment, [
    [/The photo front-3\.jpg is the one[\s\S]*What now\?/, '\r'],
  ]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
    /The photo front-3\.jpg is the one that failed before: .*give another photo/,
  );
  const other = await typeMain(update(kept, ...allAgain(), '--no-photo-check'), environment, [[/show Ana Kept/, '\r']]);
  expect(other.stderr).toContain(AGAIN);
});

test('at a service that does not tell which photos failed, those that it shows are compared', async () => {
  const another = await startAnotherService(service.url);
  try {
    const there = { ...environment, RECON_BASE_URL: another.url };
    const told = async (id: string, given: string[]) =>
      (await typeMain(update(id, ...given), there, [[/What now\?/, '\r']])).stderr.replaceAll(/\s+/g, ' ');
    expect(await told(none, allAgain())).toContain(AGAIN);
    // Beside an earlier model its own are shown.
    expect(await told(kept, allAgain())).not.toContain('failed before');
    expect(await told(none, flags(['front', 4]))).not.toContain('failed before');
  } finally {
    await another.close();
  }
});

test('the photos of an after-record that failed are known, too', async () => {
  const given = ['after', 'create', kept, '--type', 'face', '--provider', '4', '--no-photo-check', ...allAgain()];
  const first = await typeMain(given, environment, [[/show Ana Kept/, '\u001b[B\r']]);
  expect(first.exitCode).toBe(9);
  expect(first.stderr).not.toContain(AGAIN);
  const again = await typeMain(given, environment, [[/show Ana Kept/, '\r']]);
  expect(again.stderr).toContain(AGAIN);
});
