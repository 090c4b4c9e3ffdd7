import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { PLAIN_THEME } from '../../../src/cli/io/theme.ts';
import { glanceTable } from '../../../src/cli/output/glance-table.ts';
import { LOST_FILE } from '../../../src/contract/reconstruction.ts';
import type { InvitationMade } from '../../../src/core/invitations-made.ts';
import { untilText } from '../../../src/system/local-time.ts';

const NOW = Date.parse('2026-01-10T12:00:00Z');
const at = (ms: number) => new Date(NOW - ms).toISOString();
const MINUTE = 60_000;

const model = (type: string, status: unknown, more: object = {}) => ({
  ...{ type: `${type}Reconstruction`, status, accepted: false, updated_at: at(2 * MINUTE) },
  ...more,
});
const patient = (id: number, name: string, reconstructions: unknown, more: object = {}) => ({
  ...{ id, name, reconstructions, updated_at: at(3 * MINUTE) },
  ...more,
});

const REASON = 'the left and the right photo seem to be swapped; swap the two photos';
const PATIENTS = [
  patient(9, 'Maria Silva', [model('Face', 'processing')], { phone: '+351 21 000 0000' }),
  patient(8, '山田 花子山田 花子山田 花子', [model('Mammo', 'failed')], {
    email: 'a.very.long.address@clinic.example.org',
  }),
  patient(7, '👩‍⚕️ Ana 🇵🇹', [model('Body', 'has_3d', { accepted: true })]),
  patient(6, 'محمد عبد الرحمن', [model('Face', 'has_3d'), model('Body', 'canceled')]),
  patient(5, 'Bo Li', [], { phone: '1' }),
];
const REASONS = new Map([['8', new Map([['mammo', REASON]])]]);

const draw = (width: number, patients: readonly unknown[] = PATIENTS, fields?: string[]) =>
  glanceTable({ width, theme: PLAIN_THEME, fields })(patients, { now: NOW, reasons: REASONS });

test('the state of each patient stands in words', async () => {
  const text = await draw(200);
  expect(text).toContain('face generating for 2 min');
  expect(text).toContain('breast failed: the left and the right photo seem to be swapped  ');
  expect(text).not.toContain('swap the two photos');
  expect(text).toContain('body ready and accepted');
  expect(text).toContain('body failed (canceled), face ready');
  expect(text).toContain('no photos');
  expect(text).toContain('3 min ago');
});

test.each([60, 80, 100])(
  'that the service lost a file is read whole beside the telephone number, at %i',
  async (width) => {
    const patients = [
      patient(7, 'Maria Silva', [model('Face', 'failed')], { phone: '+351 912 345 678' }),
      patient(8, 'João Pereira', [model('Face', 'failed')], { phone: '+351 912 345 679' }),
    ];
    const reasons = new Map([
      [
        '7',
        new Map([
          ['face', `${LOST_FILE}; its operator puts it back from a backup; where none has it, new photos are needed`],
        ]),
      ],
      ['8', new Map([['face', 'a photo of it is missing or damaged at the service; its operator can']])],
    ]);
    const text = await glanceTable({ width, theme: PLAIN_THEME, fields: undefined })(patients, { now: NOW, reasons });
    expect(text).toMatch(/Maria Silva +face failed: service lost a file\s/);
    expect(text).toMatch(/João Pereira +face failed: service lost a photo\s/);
    expect(text.includes('+351 912 345 678')).toBe(width > 60);
  },
);

test('of somebody without photos it is told that a link is out, and until when', async () => {
  const told = async (links: readonly InvitationMade[]) =>
    await glanceTable({ width: 80, theme: PLAIN_THEME, fields: undefined })(PATIENTS, {
      ...{ now: NOW, reasons: REASONS, links },
    });
  const link = (ms?: number): InvitationMade => ({
    ...{ id: '5', type: 'face', at: NOW },
    expiresAt: ms === undefined ? undefined : NOW + ms,
  });
  const [day = '', hour = ''] = untilText(NOW + 5 * MINUTE).split(' ');
  expect(await told([link()])).toMatch(/Bo Li +link out +3 min/);
  expect(await told([link(5 * MINUTE)])).toMatch(new RegExp(`Bo Li +link out until ${hour} +3 min`));
  const later = untilText(NOW + 7 * 24 * 60 * MINUTE).split(' ')[0]!;
  expect(later).not.toBe(day);
  expect(await told([link(5 * MINUTE), link(7 * 24 * 60 * MINUTE)])).toContain(`link out until ${later} `);
  const old = { ...link(5 * MINUTE), formerAddress: 'https://old.example' };
  expect(await told([old])).toMatch(/Bo Li +link out, old address +3 min/);
  expect(await told([old, link(5 * MINUTE)])).toContain(`link out until ${hour}`);
  // Whoever has a model is told of the model.
  expect(await told([{ ...link(), id: '7' }])).not.toContain('link out');
});

test.each([60, 80, 120, 160])('on %i cells no row is wider, and no state is cut', async (width) => {
  const text = await draw(width);
  for (const line of text.trimEnd().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
  for (const word of [
    'generating for 2 min',
    'breast failed',
    'body ready and accepted',
    'body failed (canceled), face ready',
    'no photos',
  ]) {
    expect(text).toContain(word);
  }
});

test.each([
  [80, /ID +NAME +3D MODEL +CHANGED\n/],
  [100, /ID +NAME +3D MODEL +CHANGED +PHONE\n/],
])('on %i cells a long reason is cut before when something changed goes', async (width, titles) => {
  const longAgo = { updated_at: '2025-11-27T00:00:00Z' };
  const long = new Map([['8', new Map([['mammo', `${'the picture is too dark to see anything '.repeat(5)}`]])]]);
  const patients = [
    patient(1208, '山田 花子山田 花子山田 花子', [model('Mammo', 'failed')], { phone: '+351 21 000 0000' }),
    patient(8, '👨‍👩‍👧‍👦 Family Sample', [model('Mammo', 'failed', longAgo)], longAgo),
  ];
  const text = await glanceTable({ width, theme: PLAIN_THEME, fields: undefined })(patients, {
    now: NOW,
    reasons: long,
  });
  expect(text).toMatch(titles);
  expect(text).toMatch(/breast failed: picture.*…/);
  expect(text).toContain('2025-11-27');
});

test('a reason and a name are not cut for an e-mail address or a city', async () => {
  const reason = 'the left and the right photo seem to be swapped';
  const more = { phone: '+351 21 000 0000', email: 'a.very.long.address@clinic.example.org', city: 'Porto' };
  const patients = [patient(8, 'Anne-Marie Wolfeschlegelsteinhausenbergerdorff', [model('Mammo', 'failed')], more)];
  const titlesAt = async (width: number) => {
    const text = await glanceTable({ width, theme: PLAIN_THEME, fields: undefined })(patients, {
      now: NOW,
      reasons: new Map([['8', new Map([['mammo', reason]])]]),
    });
    expect(text).toContain(`breast failed: ${reason}`);
    return text.split('\n')[0]!.trim().split(/ {2,}/);
  };
  expect(await titlesAt(140)).toEqual(['ID', 'NAME', '3D MODEL', 'CHANGED', 'PHONE']);
  expect(await titlesAt(180)).toEqual(['ID', 'NAME', '3D MODEL', 'CHANGED', 'PHONE', 'E-MAIL']);
});

test.each([80, 100])(
  'a name is cut for no country or e-mail address, and no reason for it, on %i cells',
  async (width) => {
    const name = 'Maria do Carmo Fernandes Oliveira';
    const more = { country_iso: 'PT', email: 'maria@example.org', city: 'Porto' };
    const models = [model('Face', 'has_3d'), model('Body', 'processing')];
    const of = async (...reconstructions: object[]) => await draw(width, [patient(8, name, reconstructions, more)]);
    expect(await of(...models)).toContain(`${name}  body generating, face ready`);
    expect(await of(model('Mammo', 'failed'))).toMatch(
      /Maria do Carmo Fernandes Oli\S+ {2}breast failed: left\/right swapped/,
    );
    expect(await of(model('Mammo', 'failed'))).toContain('CHANGED');
  },
);

const NAMESAKE = 'Maria do Carmo Fernandes Oliveira da Silva Pereira';
const crowd = (one: object, other: object) => [
  patient(9, 'Ana Souza', [model('Mammo', 'has_3d'), model('Face', 'processing')], {
    phone: '+351 21 000 0009',
    ...one,
  }),
  patient(8, 'ana SOUZA', [], { phone: '+351 21 000 0009', ...other }),
  patient(7, NAMESAKE, [model('Mammo', 'failed')], { country_iso: 'PT' }),
];

test.each([80, 100, 120])('what tells two of one name apart stays on %i cells', async (width) => {
  const email = (name: string) => ({ email: `${name}@example.org`, city: 'Porto' });
  const byEmail = await draw(width, crowd(email('ana.souza'), email('asouza')));
  expect(byEmail).toMatch(/Ana Souza .* ana\.souza@example\.org[\s\S]*ana SOUZA .* asouza@example\.org/);
  const byCity = await draw(width, crowd({ ...email('a'), city: 'Porto' }, { ...email('a'), city: 'Faro' }));
  expect(byCity).toMatch(/Ana Souza .* Porto[\s\S]*ana SOUZA .* Faro/);
  const byPhone = await draw(width, crowd({ phone: '+351 21 000 0001' }, {}));
  expect(byPhone).toMatch(/Ana Souza .* \+351 21 000 0001[\s\S]*ana SOUZA .* \+351 21 000 0009/);
  for (const text of [byEmail, byCity, byPhone]) {
    expect(text).toContain('face generating, breast ready');
    expect(Math.max(...text.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(width);
  }
});

test('nobody of the same name, or nothing that tells them apart, changes no column', async () => {
  const more = { email: 'a.very.long.address@clinic.example.org', city: 'Porto' };
  const titles = async (...patients: object[]) => (await draw(80, patients)).split('\n')[0]!.trim().split(/ {2,}/);
  const [one, other, long] = crowd(more, more);
  expect(await titles(one!, other!, long!)).toEqual(['ID', 'NAME', '3D MODEL', 'CHANGED']);
  expect(await titles(one!, long!)).toEqual(['ID', 'NAME', '3D MODEL', 'CHANGED']);
});

test('a column that is empty for everybody is not there; a narrow terminal shows whole numbers or none', async () => {
  const wide = await draw(160);
  expect(wide).toContain('PHONE');
  expect(wide).not.toMatch(/CITY|COUNTRY/);
  expect(await draw(60)).not.toMatch(/PHONE|E-MAIL/);
});

test.each([60, 80])('the long states of several models leave a name its share at %d columns', async (width) => {
  const models = [model('Face', 'rejected'), model('Mammo', 'has_3d', { accepted: true }), model('Body', 'processing')];
  const name = 'Maria da Conceição Silva Santos';
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      patient(101 + at, name, models, { email: `maria.silva.${at}@example.com` }),
    );
  for (const text of [await draw(width, rows(1)), await draw(width, rows(3))]) {
    expect(text).toContain(`101  ${name.slice(0, 10)}`);
    expect(text).toContain('face failed (rejected), body generating,');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
  }
});

test('the reason of a failure stands with its own model where a patient has several', async () => {
  const rows = [patient(8, 'Ana', [model('Face', 'has_3d'), model('Mammo', 'failed')])];
  expect(await draw(200, rows)).toContain(
    'breast failed: the left and the right photo seem to be swapped; face ready  ',
  );
  expect(await draw(80, rows)).toContain('breast failed: left/right swapped; face ready  ');
});

test.each([60, 80, 100])('on %d columns no known reason is cut, and a name keeps 12 cells', async (width) => {
  const rows = [
    patient(1208, 'Anne-Marie Wolfeschlegelsteinhausenbergerdorff', [model('Face', 'failed')], { city: 'Porto' }),
    patient(1209, 'Maria da Conceição Silva Santos', [
      model('Body', 'processing'),
      model('Face', 'has_3d', { accepted: true }),
    ]),
  ];
  const draw = glanceTable({ width, theme: PLAIN_THEME, fields: undefined });
  const text = await draw(rows, { now: NOW, reasons: new Map([['1208', new Map([['face', REASON]])]]) });
  expect(text).toMatch(/1208 {2}Anne-Marie.* {2}face failed: left\/right swapped(?! photo)/);
  expect(text).toMatch(/1209 {2}Maria da Co.* {2}body generating, face ready and accepted[ \n]/);
  for (const line of text.trimEnd().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
});

test.each([60, 80])('the states of three models are whole at %d columns, and no row is wider', async (width) => {
  const models = [model('Mammo', 'has_3d'), model('Body', 'processing'), model('Face', 'failed')];
  const text = await draw(width, [patient(40, 'Maximiliana-Alexandrina von Hohenzollern', models)]);
  expect(text).toMatch(/face failed, body generating[^,]*, breast ready/);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
});

test.each([
  [{}, /^– +– +no photos/],
  [{ id: 1, reconstructions: [{}] }, /- no status/],
  [{ id: 1, reconstructions: 'none' }, /no photos/],
  [{ id: 1, reconstructions: [model('Ear', 'brewing', { updated_at: null })] }, /EarReconstruction brewing/],
  [{ id: 1, reconstructions: [null] }, /no status/],
])('a patient like %j of a strange service is a row all the same', async (strange, row) => {
  const text = await draw(80, [strange]);
  expect(text.split('\n')[1]).toMatch(row);
  expect(text).not.toMatch(/undefined|NaN|\[object/);
});

test('nothing a service says reaches the terminal raw', async () => {
  const hostile = '\u001b]0;x\u0007\u202e';
  const text = await draw(160, [
    patient(8, hostile, [model('Mammo', hostile), model('Face', 'failed')], { city: hostile }),
  ]);
  expect(text).not.toMatch(/[\u001b\u0007\u202e]/);
});

test.each([
  ['phone', 'PHONE'],
  ['city', 'CITY'],
  ['updated_at', 'CHANGED'],
  ['gender', 'GENDER'],
])('a list that is sorted by %s shows that on each terminal', async (sortedBy, title) => {
  // Namesakes are told apart by their addresses, which takes the room of other columns.
  const people = [1, 2].map((id) =>
    patient(id, 'Maria Helena da Silva e Souza', [model('Face', 'has_3d'), model('Body', 'has_3d')], {
      ...{ email: `maria.helena.da.silva.e.souza.${id}@clinic.example`, phone: `+351 912 555 01${id}` },
      ...{ city: 'Porto', gender: 'female' },
    }),
  );
  for (const width of [80, 100, 120]) {
    const draw = glanceTable({ width, theme: PLAIN_THEME, fields: undefined, sortedBy });
    const text = await draw(people, { now: NOW, reasons: REASONS });
    expect(text.split('\n')[0]).toContain(title);
    if (sortedBy === 'phone') expect(text).toContain('+351 912 555 012');
  }
});

test('in columns that are asked for, too, how a model is stands in words', async () => {
  const text = await draw(120, PATIENTS, ['name', 'reconstructions']);
  expect(text).toMatch(/^NAME +3D MODEL\n/);
  expect(text).toContain('face generating for 2 min');
  expect(text).toContain('body ready and accepted');
});

test('colour ends with the words, and says what they say', async () => {
  const theme = {
    ...PLAIN_THEME,
    bad: (text: string) => `<bad>${text}</bad>`,
    good: (text: string) => `<good>${text}</good>`,
  };
  const text = await glanceTable({ width: 80, theme, fields: undefined })(PATIENTS, { now: NOW, reasons: new Map() });
  expect(text).toContain('<bad>breast failed</bad> ');
  expect(text).toContain('<good>body ready and accepted</good> ');
});

test.each([
  ['of perhaps two people', 'two people', 'ready, perhaps two people', 'ready (two people?)', /two people/],
  [
    'of photos that are also another’s',
    'of others',
    'ready, photos also of another patient',
    'ready (whose photos?)',
    /photos/,
  ],
] as const)(
  'a model %s is told in the words of the state, in fewer ones beside others, and no longer once it is accepted',
  async (_, doubt, word, fewer, either) => {
    const patients = [
      patient(3, 'Ana', [model('Face', 'has_3d')]),
      patient(2, 'Bo', [model('Body', 'has_3d'), model('Face', 'has_3d')]),
      patient(1, 'Cy', [model('Face', 'has_3d', { accepted: true })]),
    ];
    const doubts = new Map(['1', '2', '3'].map((id) => [id, new Map([['face', doubt]])]));
    const glance = { now: NOW, reasons: REASONS, doubts };
    const text = await glanceTable({ width: 120, theme: PLAIN_THEME, fields: undefined })(patients, glance);
    expect(text).toContain(`face ${word}`);
    expect(text).toContain(`face ${fewer}, body ready`);
    expect(text).toContain('face ready and accepted');
    for (const width of [40, 60, 80]) {
      const narrow = await glanceTable({ width, theme: PLAIN_THEME, fields: undefined })(patients, glance);
      expect(narrow).toMatch(either);
    }
  },
);

test('room that fewer words left was not given to a name that is cut', async () => {
  const name = 'Anne-Marie Wolfeschlegelsteinhausen';
  const rows = [patient(8, name, [model('Mammo', 'failed'), model('Face', 'has_3d')])];
  expect((await draw(60, rows)).split('\n')[1]).toBe('8   Anne-Marie Wolfeschlegelstei…  breast failed, face ready');
});

test('the state of a model beside a failed one was cut off', async () => {
  const rowOf = (name: string) => [patient(8, name, [model('Mammo', 'failed'), model('Face', 'has_3d')])];
  for (const name of ['Ana', 'O’Neill-Peña, José María']) {
    for (const width of [40, 50, 60, 70, 80]) {
      const told = await draw(width, rowOf(name));
      expect(told).toMatch(/breast failed(: left\/right swapped; |, )face ready/);
    }
  }
  expect(await draw(60, rowOf('Ana'))).toContain('breast failed: left/right swapped; face ready');
});

test.each([
  [60, 'another city', 1],
  [80, 'another city', 0],
  [60, 'another name', 0],
])('at %i columns namesakes looked the same and nothing said why: %s', async (width, differs, told) => {
  const ana = {
    id: 1,
    name: 'Maria da Conceição Sample Silva',
    city: 'Porto',
    updated_at: new Date(NOW).toISOString(),
  };
  const other = { ...ana, id: 2, city: 'Faro', ...(differs === 'another name' && { name: 'Bea Sample' }) };
  const face = [{ type: 'FaceReconstruction', status: 'has_3d', updated_at: ana.updated_at }];
  const rows = [ana, other].map((one) => ({ ...one, reconstructions: face }));
  let untold = 0;
  const onUntold = () => {
    untold += 1;
  };
  await glanceTable({ width, theme: PLAIN_THEME, fields: undefined, onUntold })(rows, { now: NOW, reasons: REASONS });
  expect(untold).toBe(told);
});

test('the states of two models had the colour of the most urgent one', async () => {
  const named = (look: string) => (text: string) => `<${look}>${text}</${look}>`;
  const theme = { ...PLAIN_THEME, good: named('good'), bad: named('bad'), busy: named('busy') };
  const mixed = patient(8, 'Ana Faria', [model('Face', 'has_3d', { accepted: true }), model('Mammo', 'failed')]);
  const rowAt = async (width: number, reason?: string) => {
    const reasons = reason === undefined ? new Map() : new Map([['8', new Map([['mammo', reason]])]]);
    const text = await glanceTable({ width, theme, fields: undefined })([mixed], { now: NOW, reasons });
    return text.split('\n')[1];
  };
  expect(await rowAt(100)).toContain('<bad>breast failed, </bad><good>face ready and accepted</good>');
  expect(await rowAt(100, REASON)).toMatch(/<bad>breast failed: .*; <\/bad><good>face ready and accepted<\/good>/);
  expect(await rowAt(30)).toMatch(/<bad>breast failed, <\/bad><good>face…<\/good>/);
});

test('CHANGED was older than the state beside it, where a model changed after the record', async () => {
  const days = patient(8, 'Ana Faria', [model('Face', 'processing')], { updated_at: at(3 * 24 * 60 * MINUTE) });
  const told = (sortedBy?: string) =>
    glanceTable({ width: 100, theme: PLAIN_THEME, fields: undefined, sortedBy })([days], {
      ...{ now: NOW, reasons: new Map() },
    });
  expect(await told()).toMatch(/face generating for 2 min +2 min ago/);
  expect(await told('updated_at'), 'what the list is sorted by').toMatch(/3 days ago/);
});
