import { expect, test } from 'vitest';
import { PLAIN_THEME } from '../../../src/cli/io/theme.ts';
import { patientPage } from '../../../src/cli/output/patient-page.ts';

const PAPER = { width: 80, textWidth: (text: string) => text.length, theme: PLAIN_THEME };

const implant = (volume: string) => ({
  volume,
  diameter: '11.5',
  projection: '4.0',
  width: '11.5',
  height: '11.0',
  reference: `REF-${volume}`,
  white: false,
  implant_category: { name: 'Round', shape: 'round', profile: 'high', surface: 'smooth', brand: { name: 'Synthetic' } },
});

const PATIENT = {
  id: 7,
  name: 'Ana Sample',
  email: 'ana@example.org',
  city: 'Porto',
  postal_code: '4000',
  country_iso: 'PT',
  height: 170,
  reconstructions: [
    {
      type: 'MammoReconstruction',
      accepted: true,
      status: 'has_3d',
      mesaures: { nipple_to_nipple: 21.5 },
      left: 'https://x/left',
      front: 'https://x/front',
      simulations: [{ id: 3, name: 'Plan A', left_implant: implant('300'), right_implant: implant('325') }],
    },
    { type: 'FaceReconstruction', accepted: false, status: 'brewing' },
  ],
};

test('shows the record, each reconstruction, and both implants side by side', () => {
  const page = patientPage(PATIENT, PAPER);
  expect(page).toContain('Patient 7  Ana Sample');
  expect(page).toContain('4000 Porto, PT');
  expect(page).toContain('Breasts (mammo)  has_3d (ready)');
  expect(page).toContain('nipple to nipple 21.5');
  expect(page).toMatch(/Photos +left, front/);
  expect(page).toMatch(/Volume +300 +325/);
  expect(page).toContain('Face  brewing (not ready yet)');
  expect(page).not.toContain('undefined');
});

test.each([{}, { id: 1, reconstructions: [{}] }, { reconstructions: [{ simulations: [{ left_implant: null }] }] }])(
  'a patient like %j is shown without a crash',
  (patient) => {
    expect(patientPage(patient, PAPER)).not.toMatch(/undefined|null|NaN/);
  },
);

test('nothing a service says reaches the terminal raw', () => {
  const hostile = '\u001b]0;x\u0007\u202e';
  const nasty = JSON.parse(
    JSON.stringify(PATIENT).replaceAll(/"(Ana Sample|Plan A|brewing|round)"/g, JSON.stringify(hostile)),
  );
  expect(patientPage({ ...nasty, [hostile]: hostile }, PAPER)).not.toMatch(/[\u001b\u0007\u202e]/);
});
