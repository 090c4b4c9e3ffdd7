import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { createPatient } from '../../support/records.ts';

let clinic: Clinic;
let id: string;
beforeAll(async () => {
  clinic = await openClinic();
  id = await createPatient(clinic, '--name', 'Ana Sample');
});
afterAll(() => clinic.close());

test('prints the link alone, and warns that a loopback link opens nowhere else', async () => {
  const { exitCode, stdout, stderr } = await clinic.recon(['invite', id, '--type', 'mammo']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S+\n$/);
  expect(stderr).toContain('--public-url');
  const page = await fetch(stdout.trim());
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<form');
});

test('--json is the service’s answer, and every link is another one', async () => {
  const links = await Promise.all(
    [1, 2].map(async () => {
      const { stdout } = await clinic.recon(['invite', id, '--type', 'face', '--json']);
      return JSON.parse(stdout).invitation_url;
    }),
  );
  expect(links[0]).not.toBe(links[1]);
});

test('an unknown type ends with 2, an absent patient with 3', async () => {
  expect((await clinic.recon(['invite', id, '--type', 'nose'])).exitCode).toBe(2);
  expect((await clinic.recon(['invite', '999999', '--type', 'face'])).exitCode).toBe(3);
});
