import { once } from 'node:events';
import { createServer } from 'node:http';

/** People who do not exist: long names, scripts of two cells, from right to left, with joined signs. */
const NAMES = [
  'Maria Silva',
  '山田 花子',
  'محمد عبد الرحمن',
  '👩‍⚕️ Ana 🇵🇹',
  'Anne-Marie Wolfeschlegelsteinhausenbergerdorff Montgomery of the Long Hill',
  '김민서',
  'नेहा शर्मा',
  'مریم می‌خواهم‌زاده',
  'Nguyễn Thị Ánh'.normalize('NFD'),
  '寿限無 寿限無 五劫の擦り切れ 海砂利水魚の 水行末 雲来末 風来末 食う寝る処に住む処 やぶら小路の藪柑子',
  '👨‍👩‍👧‍👦 Family Sample',
  'สมชาย ใจดี',
  'שרה כהן',
  'Łucja Próbna',
  'عبد الرحمن بن عبد العزيز بن محمد بن إبراهيم آل سعود الدوسري',
  'O’Neill-Peña, José María',
];
const CITIES = ['Porto', '東京都', 'القاهرة', null, 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'];
const COUNTRIES = ['PT', 'JP', 'EG', null, 'GB'];
const REASON = 'the left and the right photo seem to be swapped; swap the two photos';
const HEADERS = {
  'content-type': 'application/json',
  'recon-units':
    'height=cm, weight=kg, nipple_to_nipple=cm, eye_distance=cm, hipline=cm, volume=cm3, diameter=cm, projection=cm, width=cm',
  'recon-routes': 'accept, size',
};
const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** A service on this machine with so many of them, which lists the oldest first. */
export async function openDesk() {
  let count = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://desk');
    const answer = (status, body, more) =>
      response.writeHead(status, { ...HEADERS, ...more }).end(JSON.stringify(body));
    if (url.pathname.endsWith('/download')) return answer(409, { title: 'Conflict', detail: REASON });
    const id = Number(/^\/patients\/(\d+)$/.exec(url.pathname)?.[1]);
    if (id > count) return answer(404, { title: 'Not Found' });
    if (id > 0) return answer(200, { patient: patient(id), async: 'false' }, { 'recon-progress': 'body=62, face=43' });
    const wanted = url.searchParams.getAll('id[]').map(Number);
    const ids = Array.from({ length: count }, (_, at) => at + 1).filter(
      (one) => wanted.length === 0 || wanted.includes(one),
    );
    const page = Number(url.searchParams.get('page') ?? 1);
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 10));
    const pages = Math.max(1, Math.ceil(ids.length / size));
    const meta = {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
    };
    const patients = ids.slice((page - 1) * size, page * size).map(patient);
    answer(200, { patients, meta: { ...meta, total_pages: pages, total_entries: ids.length } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    environment: { RECON_BASE_URL: `http://127.0.0.1:${server.address().port}`, RECON_TOKEN: 'token_of_the_desk' },
    setCount: (patients) => {
      count = patients;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function patient(id) {
  const at = id % NAMES.length;
  return {
    id,
    name: NAMES[at],
    email: id % 3 === 0 ? `${['ana', 'a.very.long.address.of.somebody'][id % 2]}.${id}@example.org` : null,
    phone: id % 2 === 0 ? `+351 21 000 ${String(id).padStart(4, '0')}` : null,
    city: CITIES[id % CITIES.length],
    country_iso: COUNTRIES[id % COUNTRIES.length],
    height: '172',
    weight: '68.5',
    updated_at: before((id % 9) * 7 * HOUR + 40 * SECOND),
    reconstructions: MODELS[id % MODELS.length](),
  };
}

const before = (ms) => new Date(Date.now() - ms).toISOString();

const model = (type, status, more = {}) => ({
  type: `${type}Reconstruction`,
  accepted: false,
  status,
  mesaures: {},
  updated_at: before(130 * SECOND),
  ...more,
});

const implant = (volume, name) => ({
  volume,
  diameter: '11.5',
  projection: '4.2',
  width: '',
  height: '',
  reference: `REF-${volume}`,
  white: true,
  implant_category: {
    name,
    shape: 'round',
    profile: 'moderate plus',
    surface: 'smooth',
    brand: { name: 'Sample Brand' },
  },
});

const simulation = (id, name, description, left, right) => ({
  ...{ id, name, description, updated_at: before(26 * HOUR), frames: '' },
  left_implant: implant(left, 'Round soft'),
  right_implant: implant(right, 'Round soft, with a long name of a category'),
});

/** What there is of a patient, by the rest of the id. */
const MODELS = [
  () => [model('Face', 'has_3d')],
  () => [model('Face', 'failed')],
  () => [
    model('Mammo', 'has_3d', {
      mesaures: { nipple_to_nipple: 20.5 },
      simulations: [
        simulation(3, 'Round 300', 'what she liked best, to be looked at again', '300', '325'),
        simulation(4, '丸型 350', 'أكبر قليلا', '350', '0'),
      ],
    }),
    model('Face', 'failed', { mesaures: { eye_distance: 6.1 } }),
  ],
  () => [model('Face', 'processing', { updated_at: before(40 * SECOND) })],
  () => [],
  () => [model('Face', 'has_3d', { accepted: true }), model('Body', 'processing')],
  () => [model('Body', 'queued')],
];
