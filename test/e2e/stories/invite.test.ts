import decodeQR from 'qr/decode.js';
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

test('--qr draws the link, as a camera reads it, beside the answer', async () => {
  const { stdout, stderr } = await clinic.recon(['invite', id, '--type', 'face', '--qr']);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S+\n$/);
  expect(stderr).not.toContain('\x1b');
  const lines = stderr.split('\n').filter((line) => /^[█▀▄ ]+$/.test(line));
  // Two pixels on each other for a character, four times as large as a module.
  const rows = lines.flatMap((line) => [
    [...line].map((one) => '█▀'.includes(one)),
    [...line].map((one) => '█▄'.includes(one)),
  ]);
  const [size, scale] = [rows[0]!.length, 4];
  expect(size).toBeLessThanOrEqual(79);
  const side = size * scale;
  const data = new Uint8Array(side * side * 4);
  for (let at = 0; at < side * side; at++) {
    const [x, y] = [Math.floor((at % side) / scale), Math.floor(at / side / scale)];
    data.fill(rows[y]?.[x] === false ? 0 : 255, 4 * at, 4 * at + 4);
    data[4 * at + 3] = 255;
  }
  expect(decodeQR({ width: side, height: side, data })).toBe(stdout.trim());
});

test('an unknown type ends with 2, an absent patient with 3', async () => {
  expect((await clinic.recon(['invite', id, '--type', 'nose'])).exitCode).toBe(2);
  expect((await clinic.recon(['invite', '999999', '--type', 'face'])).exitCode).toBe(3);
});
