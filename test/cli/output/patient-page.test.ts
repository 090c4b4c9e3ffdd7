import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { loadTheme, PLAIN_THEME } from '../../../src/cli/io/theme.ts';
import { patientPage } from '../../../src/cli/output/patient-page.ts';

const NOW = Date.parse('2026-01-10T12:00:00Z');
const PAPER = { width: 80, textWidth: stringWidth, theme: PLAIN_THEME, drawsLines: true, now: NOW };
const UNITS = new Map([
  ['height', 'cm'],
  ['volume', 'cm³'],
  ['nipple_to_nipple', 'cm'],
]);

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

test('shows the record, how each model is, and both implants side by side', () => {
  const page = patientPage(PATIENT, {}, PAPER);
  expect(page).toMatch(/^Ana Sample {2}patient 7\n/);
  expect(page).toContain('4000 Porto, Portugal');
  expect(page).toMatch(/^── Breasts ── ready and accepted ─+$/m);
  expect(page).toMatch(/Measures +nipple to nipple 21.5$/m);
  expect(page).toMatch(/Photos +left, front/);
  expect(page).toMatch(/Volume +300 +325/);
  expect(page).toMatch(/^── Face ── brewing ─+$/m);
  expect(page).not.toContain('undefined');
});

test('what a model is made as is shown where the service tells it', () => {
  const page = patientPage(PATIENT, { providers: { face: '5', mammo: 'x' } }, PAPER);
  expect(page).toMatch(/^── Face ── brewing ─+\n {2}Provider +Head High Quality \(full head\)$/m);
  expect(page.match(/Provider/g)).toHaveLength(1);
  expect(patientPage(PATIENT, { providers: { face: '4' } }, PAPER)).toMatch(/Provider +Face$/m);
});

test('a measure that was read off the model is marked, where the service tells it', () => {
  const mesaures = { nipple_to_nipple: 24.9, hipline: 118.2 };
  const patient = { reconstructions: [{ type: 'BodyReconstruction', status: 'has_3d', mesaures }] };
  const page = (computed: Record<string, string[]>) => patientPage(patient, { computed }, PAPER);
  expect(page({ body: ['nipple_to_nipple'] })).toMatch(
    /Measures +nipple to nipple 24.9 \(measured on the model\), hipline 118.2\s+\(around the hips\)$/m,
  );
  expect(page({ face: ['hipline'] })).not.toContain('on the model');
});

test('a side of a simulation with an implant of 0 cm³ has none', () => {
  const none = { ...implant('0'), reference: '', implant_category: { name: '', brand: { name: '' } } };
  const simulations = [{ id: 3, name: 'Left only', left_implant: implant('300'), right_implant: none }];
  const page = patientPage({ reconstructions: [{ simulations }] }, {}, PAPER);
  expect(page).toMatch(/ left +right: no implant$/m);
  expect(page).toMatch(/Volume +300$/m);
  expect(page).not.toContain('White');
  const white = [{ id: 4, left_implant: { ...implant('300'), white: true }, right_implant: implant('325') }];
  expect(patientPage({ reconstructions: [{ simulations: white }] }, {}, PAPER)).toMatch(/White +yes +–$/m);
});

test('the photos of a model are called as everywhere a person reads of them', () => {
  const page = patientPage(PATIENT, { photos: { face: ['front', 'left_45', 'right_45', 'below'] } }, PAPER);
  expect(page).toMatch(/Photos +front, 45° left, 45° right, from below$/m);
});

test('units are shown where the service tells them, each on both sides', () => {
  const page = patientPage(PATIENT, { units: UNITS }, PAPER);
  expect(page).toMatch(/Height +170 cm$/m);
  expect(page).toMatch(/Measures +nipple to nipple 21.5 cm$/m);
  expect(page).toMatch(/Volume +300 cm³ +325 cm³$/m);
  expect(page).toMatch(/Diameter +11.5 +11.5$/m);
});

const FAILED = {
  id: 7,
  name: '山田 花子',
  reconstructions: [{ type: 'FaceReconstruction', status: 'failed', updated_at: '2026-01-10T10:00:00.000+00:00' }],
};
const FACTS = {
  reasons: new Map([['face', `the left photo is dark; ${'take it again with more light '.repeat(4)}`]]),
  notes: new Map([['face', [['Warning', 'the eyes are \u001b[31m closed'] as const]]]),
  steps: [['recon patients update 7 --type face --left FILE', 'with new photos'] as const],
};

test.each([60, 80, 120])(
  'on %i cells no line is wider, the reason is there as a whole, and a command is not broken',
  (width) => {
    const page = patientPage(FAILED, FACTS, { ...PAPER, width });
    for (const line of page.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    expect(page.replaceAll(/\s+/g, ' ')).toContain(FACTS.reasons.get('face')!.trim());
    expect(page).toContain('recon patients update 7 --type face --left FILE');
    expect(page).toMatch(/── Face ── failed ─+ 2 h ago ──\n/);
    expect(page).not.toContain('\u001b');
  },
);

test('a name and the words of an implant are broken between words on a narrow terminal, not cut', () => {
  const name = 'Maximiliana-Alexandrina von Hohenzollern-Sigmaringen zu Liechtenstein';
  const brand = { name: 'An Invented Brand of Many Implants' };
  const side = { ...implant('300'), implant_category: { name: 'Round', brand } };
  const simulations = [{ id: 3, name: 'Plan A', left_implant: side, right_implant: side }];
  const patient = { id: 36, name, reconstructions: [{ type: 'MammoReconstruction', status: 'has_3d', simulations }] };
  const page = patientPage(patient, {}, { ...PAPER, width: 60 });
  expect(page).toMatch(/^Maximiliana-Alexandrina von Hohenzollern-Sigmaringen\nzu Liechtenstein {2}patient 36\n/);
  expect(page).toMatch(/Brand +An Invented Brand of +An Invented Brand of\n +Many Implants +Many Implants\n/);
  for (const line of page.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(60);
  expect(patientPage(patient, {}, { ...PAPER, width: 76 })).toMatch(/Liechtenstein\npatient 36\n/);
});

const STEPS = [
  ['recon patients update 7 --type face --left FILE', 'with new photos'],
  ['recon download 7 --type body', 'to save the model'],
] as const;

test.each([
  [80, /FILE \(with new photos\)\n {2}recon download 7 --type body \(to save the model\)\n/],
  [60, /FILE\n {4}\(with new photos\)\n {2}recon download 7 --type body \(to save the model\)\n/],
])('on %i cells what a command is for stands beside it, where there is room', (width, shown) => {
  const page = patientPage(FAILED, { steps: STEPS }, { ...PAPER, width });
  expect(page).toMatch(shown);
  for (const line of page.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
});

test('the columns of two implants are as wide as their words, and within the lines of the card', () => {
  const category = { name: 'Round soft, with a long name of a category', brand: { name: 'Sample' } };
  const right = { ...implant('325'), implant_category: category };
  const simulations = [{ id: 3, name: 'Plan A', left_implant: implant('300'), right_implant: right }];
  const patient = {
    id: 7,
    name: 'Ana',
    reconstructions: [{ type: 'MammoReconstruction', status: 'has_3d', simulations }],
  };
  const page = patientPage(patient, {}, { ...PAPER, width: 160 });
  expect(page).toMatch(/^ {4}Category {4}Round {6}Round soft, with a long name of a category$/m);
  expect(page).toMatch(/^ {4}Volume {6}300 +325$/m);
  for (const line of page.split('\n')) expect(line.length).toBeLessThanOrEqual(90);
});

test('for a screen reader no line is drawn', () => {
  const page = patientPage(FAILED, FACTS, { ...PAPER, drawsLines: false });
  expect(page).not.toContain('─');
  expect(page).toContain('Face  failed  2 h ago\n');
});

test.each([{}, { id: 1, reconstructions: [{}] }, { reconstructions: [{ simulations: [{ left_implant: null }] }] }])(
  'a patient like %j is shown without a crash',
  (patient) => {
    expect(patientPage(patient, {}, PAPER)).not.toMatch(/undefined|null|NaN/);
  },
);

test('nothing a service says reaches the terminal raw', () => {
  const hostile = '\u001b]0;x\u0007\u202e';
  const nasty = JSON.parse(
    JSON.stringify(PATIENT).replaceAll(/"(Ana Sample|Plan A|brewing|round)"/g, JSON.stringify(hostile)),
  );
  expect(patientPage({ ...nasty, [hostile]: hostile }, {}, PAPER)).not.toMatch(/[\u001b\u0007\u202e]/);
});

test('in colour the lines of a long name and the heads of both sides are what they are without', async () => {
  const name = 'Maximiliana-Alexandrina von Hohenzollern-Sigmaringen zu Liechtenstein';
  const patient = { ...PATIENT, name };
  const plain = patientPage(patient, {}, { ...PAPER, width: 60 });
  const colored = patientPage(patient, {}, { ...PAPER, width: 60, theme: await loadTheme(true) });
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
});

test('what has no blanks is broken where the column ends, and nothing of it is lost', () => {
  const name = '寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処';
  const address = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
  const category = { name: 'Donaudampfschifffahrtsgesellschaft', brand: { name: 'Sample' } };
  const side = { ...implant('300'), implant_category: category };
  const reconstructions = [
    {
      type: 'MammoReconstruction',
      status: 'has_3d',
      simulations: [{ id: 3, left_implant: side, right_implant: side }],
    },
  ];
  const page = patientPage({ id: 7, name, address, city: 'Wales', reconstructions }, {}, { ...PAPER, width: 60 });
  for (const line of page.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(60);
  const inOne = page.replaceAll(/\s+/g, '');
  for (const whole of [name, address]) expect(inOne).toContain(whole);
  expect(page).toMatch(/^ {16}\S+, Wales$/m);
  expect(page).not.toContain('…');
});

test('a command that is wider than the terminal goes on below, as a shell takes it', () => {
  const command = 'recon patients update 36 --type face --left FILE --right FILE';
  const page = patientPage(PATIENT, { steps: [[command, 'with the two photos swapped']] }, { ...PAPER, width: 60 });
  expect(page).toContain(
    '  recon patients update 36 --type face \\\n    --left FILE --right FILE (with the two photos swapped)\n',
  );
  const wide = patientPage(PATIENT, { steps: [[command, 'with the two photos swapped']] }, { ...PAPER, width: 80 });
  expect(wide).toContain(`  ${command}\n    (with the two photos swapped)\n`);
});

test('of a model that is being made: since when, and how long that usually takes', () => {
  const patient = {
    id: 7,
    name: 'Dora',
    reconstructions: [
      { type: 'FaceReconstruction', status: 'processing', updated_at: '2026-01-10T10:00:00.000+00:00' },
    ],
  };
  const page = (seconds: number, providers: Record<string, string>) =>
    patientPage(patient, { providers }, { ...PAPER, now: Date.parse('2026-01-10T10:00:00Z') + seconds * 1000 });
  expect(page(2, { face: '4' })).toMatch(/Face ── generating ─+ started 2 s ago ──\n.*\n +Time +usually 30 s\n/);
  expect(page(100, { face: '4' })).toMatch(/started 1 min ago ──\n.*\n +Time +longer than usual \(30 s\)\n/);
  expect(page(2, {})).not.toContain('Time');
  const seen = (kind: string) => (kind === 'face 150' ? 14 : undefined);
  const atHome = { ...PAPER, now: Date.parse('2026-01-10T10:00:02Z') };
  expect(patientPage(patient, { providers: { face: '5' }, seen }, atHome)).toMatch(/Time +usually 14 s\n/);
  // The clock of the service may be behind.
  expect(page(-60, { face: '4' })).not.toMatch(/started|Time/);
});

test('where an earlier model is kept, the photos are told as its own; of another service nobody knows', () => {
  const face = {
    type: 'FaceReconstruction',
    accepted: false,
    status: 'failed',
    frames: 'https://x/f',
    left: 'https://x/l',
  };
  const page = (isOurs: boolean) => patientPage({ reconstructions: [face] }, { isOurs }, PAPER);
  expect(page(true)).toMatch(/Photos +left \(of the earlier model\)$/m);
  expect(page(false)).toMatch(/Photos +left$/m);
});

test('the lines of Next ran past the rules of the card', () => {
  const steps = [
    [`recon view 7 ${'--type face '.repeat(4)}--picture a.png`, 'to look at the model once more, and then'],
  ] as const;
  const lines = patientPage(PATIENT, { steps }, { ...PAPER, width: 140 }).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBe(90);
});

test('a simulation had its number for a title, as if earlier ones were missing', () => {
  expect(patientPage({ reconstructions: [{ simulations: [{ id: 3, name: 'Round 300' }] }] }, {}, PAPER)).toContain(
    '  Round 300  simulation 3\n',
  );
});
