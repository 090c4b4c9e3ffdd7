import { expect, test } from 'vitest';
import {
  chooseColumns,
  namesWithComma,
  readCells,
  recogniseColumns,
  valuesOf,
} from '../../../src/core/import/columns.ts';

const fieldsOf = (...titles: string[]) => recogniseColumns(titles).all.map(({ field }) => field);

test.each([
  ['Name', 'name'],
  ['  E-MAIL ', 'email'],
  ['left-45', 'left_45'],
  ['Telefone', 'phone'],
  ['Nº de telefone', undefined],
  ['Geburtsname', undefined],
  ['Birth name', undefined],
  ["Mother's name", undefined],
  ['Emergency phone', undefined],
  ['Patient ID', undefined],
  ['Date of birth', undefined],
  ['Estado civil', undefined],
  ['constructor', undefined],
  ['', undefined],
])('%j alone is %s for sure', (title, field) => {
  const [column] = recogniseColumns([title]).all;
  expect(column?.how === 'guess' ? undefined : column?.field).toBe(field);
});

test.each([
  [['Art', 'Typ', 'Tipo', 'Type', 'TYPE', 'Tipo de reconstrução', 'Art der Rekonstruktion'], 'type'],
  [['3D provider', 'Provider'], 'provider'],
  [
    ['Distância entre mamilos', 'Brustwarzenabstand', 'Mamillenabstand (cm)', 'Distance entre mamelons'],
    'nipple_to_nipple',
  ],
  [['Distancia entre pezones (cm)', 'nipple-to-nipple [cm]', 'Inter-nipple distance'], 'nipple_to_nipple'],
  [
    ['Augenabstand', 'Pupillary distance', 'Distância interpupilar', 'Écart pupillaire', 'Eye distance cm'],
    'eye_distance',
  ],
  [['Hüftumfang in cm', 'Cadera (cm)', 'Quadril', 'Tour de hanches', 'Hips'], 'hipline'],
  [['Links 45°', '45° left', 'Izquierda 45', 'Esquerda 45', '3/4 gauche'], 'left_45'],
  [['Rechts 45°', 'Right oblique', 'Derecha 45°', 'Direita 45', '3/4 droit'], 'right_45'],
  [
    ['height', 'Height (cm)', 'Größe', 'Estatura em m', 'Talla', 'Taille [cm]', 'Height (ft/in)', 'Altura en pulgadas'],
    'height',
  ],
  [['weight', 'Peso kg', 'Gewicht in kg', 'Poids', 'Body weight (lbs)', 'Peso corporal'], 'weight'],
  [['Von unten', 'From below', 'Desde abajo', 'De baixo', 'Vue de dessous'], 'below'],
  [['Rücken', 'Espalda', 'Costas', 'Photo de dos', 'Back view'], 'back'],
  [['Foto von links', 'Left picture', 'Foto izquierda', 'Foto esquerda', 'Photo gauche'], 'left'],
  [['Foto von rechts', 'Right picture', 'Foto derecha', 'Foto direita', 'Photo droite'], 'right'],
  [['Foto von vorne', 'Front picture', 'Foto frontal', 'Foto de frente', 'Photo de face'], 'front'],
  [['Fotoordner', 'Photos folder', 'Carpeta de fotos', 'Pasta de fotos', 'Dossier photos'], 'photos'],
  [['Geschlecht (m/w/d)', 'Sexo (H/M)', 'Gender (M/F)', 'Sexe'], 'gender'],
  [['Handy-Nr.', 'Tel. mobil', 'Móvil', 'Telemóvel', 'Téléphone'], 'phone'],
  [['Staat', 'País', 'Country of residence', 'Pays'], 'country'],
])('%j are %s for sure', (titles, field) => {
  expect(titles.map((title) => recogniseColumns([title]).all[0])).toEqual(
    titles.map((title) => ({ title, field, how: expect.stringMatching(/^(title|own)$/) })),
  );
});

test.each([
  ...['Augenabstand (mm)', 'Hip (inch)', 'Art der Versicherung', 'Hüfte OP'],
  ...['Peso implante', 'Tour de taille', 'Gewicht der Mutter', 'Height of husband'],
])('%j is left alone without a doubt', (title) => {
  expect(recogniseColumns([title])).toEqual({ all: [{ title, field: undefined, how: undefined }], doubts: [] });
});

test.each([
  [
    ['Vorname', 'Name'],
    ['given_name', 'family_name'],
  ],
  [
    ['Nome', 'Apelido'],
    ['given_name', 'family_name'],
  ],
  [
    ['Nom', 'Prénom'],
    ['family_name', 'given_name'],
  ],
  [
    ['First name', 'Middle name', 'Last name'],
    ['given_name', 'given_name', 'family_name'],
  ],
  [['Vorname'], ['given_name']],
])('%j are %j', (titles, fields) => {
  const { all, doubts } = recogniseColumns(titles);
  expect({ fields: all.map(({ field }) => field), doubts }).toEqual({ fields, doubts: [] });
});

test('a whole name beside its parts, and two columns of one field, are doubtful; the first is shown', () => {
  const { all, doubts } = recogniseColumns(['Name', 'Vorname', 'Nachname', 'Phone', 'Mobile']);
  expect(all.map(({ field }) => field)).toEqual(['name', undefined, undefined, 'phone', undefined]);
  expect(doubts).toEqual(['phone is in "Phone" and "Mobile"', 'name is in "Name" and in "Vorname" and "Nachname"']);
});

test.each([
  [
    'Google Contacts',
    'First Name,Middle Name,Last Name,Phonetic First Name,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country',
    'given_name,given_name,family_name,,,,email,,phone,,,,address,city,state,postal_code,country',
  ],
  [
    'Google Contacts of before',
    'Given Name,Additional Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
    'given_name,given_name,family_name,,email,,phone',
  ],
  [
    'Outlook',
    'Title,First Name,Middle Name,Last Name,Company,Department,Business Street,Business City,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail Type,E-mail Display Name',
    ',given_name,given_name,family_name,,,,,address,city,state,postal_code,country,,,phone,email,,',
  ],
])('the contacts of %s were read as labels, companies and departments', (_, titles, fields) => {
  const { all, doubts } = recogniseColumns(titles.split(','));
  expect(all.map(({ field }) => field ?? '').join()).toBe(fields);
  expect(doubts).toEqual([]);
});

test('a guess beside a sure title is left alone without a doubt', () => {
  expect(recogniseColumns(['Phone', 'Phone (work)'])).toMatchObject({
    all: [{ field: 'phone' }, { field: undefined }],
    doubts: [],
  });
});

test('parts of a name are joined, given names first; what is empty leaves no blank', () => {
  const columns = recogniseColumns(['Nachname', 'Vorname', 'Ort']);
  expect([...valuesOf(['Muster', ' Anne ', 'Köln'], columns)]).toEqual([
    ['city', 'Köln'],
    ['name', 'Anne Muster'],
  ]);
  expect(valuesOf(['Muster', '', ''], columns).get('name')).toBe('Muster');
});

test('what a person says wins over titles, and a guess that nobody confirmed is dropped', () => {
  const { all, doubts } = chooseColumns(
    ['Phone', 'Mobile', 'Phone (work)', 'Name'],
    new Map([
      ['mobile', 'phone'],
      ['name', undefined],
    ]),
  );
  expect({ fields: all.map(({ field }) => field), doubts }).toEqual({
    fields: [undefined, 'phone', undefined, undefined],
    doubts: [],
  });
});

test('where a person says which column is the name, its parts are left alone', () => {
  const { all, doubts } = chooseColumns(['Vorname', 'Nachname', 'Anzeige'], new Map([['anzeige', 'name']]));
  expect({ fields: all.map(({ field }) => field), doubts }).toEqual({
    fields: [undefined, undefined, 'name'],
    doubts: [],
  });
});

const NAMELESS = (titles: string) => `no column is the name, so nobody would have one; left alone: ${titles}`;

test.each([
  [['Imię i nazwisko', 'Telefon', 'Uwagi'], [NAMELESS('"Imię i nazwisko", "Uwagi"')]],
  // A list may have no names, and a title that is understood is none.
  [['Telefon', 'E-mail'], []],
  [['Telefon', 'Phone (work)', 'Peso kg'], []],
  [['Vorname', 'Uwagi'], []],
])('a title that may be the name is doubtful where no column is one: %j', (titles, doubts) => {
  expect(recogniseColumns(titles).doubts).toEqual(doubts);
});

test('a title that a person left alone is no name, and one that nobody spoke of may be it', () => {
  const titles = ['Contact name', 'Telefon'];
  const choosing = (field: Map<string, string | undefined>) => chooseColumns(titles, field).doubts;
  expect(choosing(new Map([['contact name', undefined]]))).toEqual([]);
  expect(choosing(new Map([['telefon', 'phone']]))).toEqual([NAMELESS('"Contact name"')]);
});

test('our own list, and one made for us, need no word', () => {
  expect(fieldsOf('name', 'postal_code', 'recon_id')).toEqual(['name', 'postal_code', 'recon_id']);
});

test.each([
  'Nachname, Vorname',
  'Last, First',
  'Last name, first name',
  'Surname / Given names',
  'Name (Last, First)',
  'Apellidos, nombre',
  'Apellidos y nombre',
  'Nom, prénom',
  'Nom et prénom',
  'Sobrenome, nome',
  'Name, Vorname',
])('%j is a name with its surname first, sent the other way round', (title) => {
  const columns = recogniseColumns([title, 'Telefon']);
  expect(columns).toMatchObject({ all: [{ field: 'name', how: 'title', familyFirst: true }, {}], doubts: [] });
  expect(readCells(['Öztürk, Ayşe', '1'], columns)).toEqual({
    values: new Map([
      ['name', 'Ayşe Öztürk'],
      ['phone', '1'],
    ]),
    written: new Map([['name', 'Öztürk, Ayşe']]),
  });
  for (const name of ['Öztürk Ayşe', 'King, Jr.', '']) {
    expect(readCells([name, '1'], columns)).toEqual({
      values: new Map([...[['name', name] as const], ['phone', '1']]),
    });
  }
});

test.each(['Name', 'Vor- und Nachname', 'Full name', 'name'])('in %j names stay as they are, commas too', (title) => {
  expect(readCells(['Öztürk, Ayşe'], recogniseColumns([title]))).toEqual({
    values: new Map([['name', 'Öztürk, Ayşe']]),
  });
});

test('names that mostly have a comma are told, where nobody said what it means', () => {
  const of = (title: string, ...names: string[]) =>
    namesWithComma(
      recogniseColumns(['Nr', title]),
      names.map((name) => ['1', name]),
    );
  expect(of('Name', '', 'Öztürk, Ayşe', 'Groß, Jürgen', 'Bo Li')).toEqual({ title: 'Name', example: 'Öztürk, Ayşe' });
  expect(of('Name', 'Öztürk, Ayşe', 'Bo Li')).toBeUndefined();
  expect(of('Name', 'King, Jr.', 'Rosa, Lda.')).toBeUndefined();
  expect(of('Nachname, Vorname', 'Öztürk, Ayşe')).toBeUndefined();
  expect(of('Telefon', 'Öztürk, Ayşe')).toBeUndefined();
  expect(of('Name')).toBeUndefined();
});

test('a person may say that the surname stands first, or that it does not', () => {
  const said = chooseColumns(['Kto'], new Map([['kto', 'family_name, given_name']]));
  expect(said).toMatchObject({ all: [{ field: 'name', how: 'chosen', familyFirst: true }], doubts: [] });
  expect(readCells(['Öztürk, Ayşe'], said).values.get('name')).toBe('Ayşe Öztürk');
  const not = chooseColumns(['Last, First'], new Map([['last first', 'name']]));
  expect(readCells(['Öztürk, Ayşe'], not).values.get('name')).toBe('Öztürk, Ayşe');
});

test.each([
  [['activa', 'Inactiva', ''], undefined],
  [['Ativo', 'Inativo', 'de alta'], undefined],
  [['aktiv'], undefined],
  [['Bahia', 'SP', 'activa'], 'state'],
  [['', ''], 'state'],
])('"Estado" with %j, which may be active patients, is %s', (values, field) => {
  const rows = values.map((value) => ['Ana', value]);
  const { all, doubts } = recogniseColumns(['Nome', 'Estado'], [], rows);
  expect([all[1]?.field, doubts.length]).toEqual([field, field === undefined ? 0 : 1]);
});
