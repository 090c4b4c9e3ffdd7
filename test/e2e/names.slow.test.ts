import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { createPatient } from '../support/records.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

test.each([
  ['Łukasz Wójcik', 'lukasz wojcik'],
  ['Sørensen Ænne', 'sorensen aenne'],
  ['Jürgen Groß-Weiß', 'gross weiss'],
  ['Işıl Yıldırım', 'isil yildirim'],
  ['Đorđe Œuvre', 'dorde oeuvre'],
  ['Aoife O’Dowd', 'aoife odowd'],
])('the built program finds %s by %s, and so does its service', async (name, typed) => {
  const id = await createPatient(clinic, '--name', name);
  expect(await clinic.recon(['patients', 'get', typed, '-o', 'id'])).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
  if (name.includes('’')) return;
  const [word] = typed.split(' ');
  const listed = await clinic.recon(['patients', 'list', '--name', word!, '-o', 'id']);
  expect(listed).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
});
