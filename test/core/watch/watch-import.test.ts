import { EventEmitter, once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Clock } from '../../../src/clock.ts';
import type { CreateHooks } from '../../../src/core/changes/changes.ts';
import type { RowOutcome } from '../../../src/core/import/outcomes.ts';
import type { CreateInput } from '../../../src/core/patients.ts';
import { watchImport } from '../../../src/core/watch/watch-import.ts';
import { ReconError } from '../../../src/errors.ts';
import { lineText } from '../../../src/system/line-text.ts';
import { jpegOf } from '../../support/photo-maker.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** Nothing may change in a folder for 10 s, and a watch looks each second: at the 11th look it is taken up. */
const ALL_LOOKS = 11;

interface Watch {
  told: string[];
  created: string[];
  /** So many looks, a second each; the first one was when the watch began. */
  pass(looks: number): Promise<void>;
}

interface Given {
  allowSame?: boolean;
  /** Of earlier watches. */
  doneRows?: Map<string, string>;
  type?: 'face';
  /** What becomes of a create. */
  onCreate?(hooks: CreateHooks): void;
}

/** A watch whose time passes as `act` wants it. */
async function watching(folder: string, act: (watch: Watch) => Promise<void>, given: Given = {}) {
  const { allowSame = false, doneRows = new Map(), type, onCreate = () => {} } = given;
  const told: string[] = [];
  const created: string[] = [];
  const controller = new AbortController();
  const steps = new EventEmitter();
  let now = 0;
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async (ms, signal) => {
      steps.emit('asleep');
      await once(steps, 'awake', { signal });
      now += ms;
    },
  };
  const pass = async (looks: number) => {
    for (let look = 0; look < looks; look += 1) {
      const asleep = once(steps, 'asleep');
      steps.emit('awake');
      await asleep;
    }
  };
  const begun = once(steps, 'asleep');
  const running = watchImport(
    join(folder, 'camera'),
    { jobs: 2, report: undefined, type, allowSame },
    {
      clock,
      signal: controller.signal,
      patientsById: async () => [],
      scratchFolder: join(folder, 'scratch'),
      onFolder: (name: string, { status, error }: RowOutcome) =>
        told.push(`${name} ${status} ${lineText(error ?? '')}`.trim()),
      changes: async () => ({
        createPatient: async ({ patient }: CreateInput, hooks: CreateHooks = {}) => {
          created.push(patient.name ?? '');
          onCreate(hooks);
          return { id: String(created.length), how: 'created' as const };
        },
        updatePatient: () => Promise.reject(new Error('nothing is updated')),
        batches: {
          nameOf: () => 'b',
          begin: async () => {},
          finish: async () => {},
          doneRows: async () => doneRows,
          openRows: async () => new Set<string>(),
          unfinished: async () => [],
        },
      }),
    },
  );
  try {
    await begun;
    await act({ told, created, pass });
  } finally {
    controller.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
    await running;
  }
  return { told, created, imported: await running };
}

/** What was taken up is sent while the watch goes on. */
const untilTold = (told: readonly string[], count: number) =>
  expect.poll(() => told, { timeout: 20_000 }).toHaveLength(count);

function camera() {
  const folder = tempFolder();
  const put = (name: string, record: object) => {
    mkdirSync(join(folder, 'camera', name), { recursive: true });
    writeFileSync(join(folder, 'camera', name, 'patient.json'), JSON.stringify(record));
  };
  const remove = (name: string) => rmSync(join(folder, 'camera', name), { recursive: true });
  mkdirSync(join(folder, 'camera'));
  return { folder, put, remove, report: () => readFileSync(join(folder, 'camera.report.ndjson'), 'utf8') };
}

test('a folder is taken up when it is complete and nothing has changed in it for a while', async () => {
  const { folder, put, report } = camera();
  const { told, created, imported } = await watching(folder, async ({ told, pass }) => {
    put('ana', { name: 'Ana', type: 'face' });
    await pass(ALL_LOOKS - 1);
    expect(told).toEqual([]);
    await pass(1);
    expect(told).toEqual([
      'ana not_sent left (left.jpg), front (front.jpg) and right (right.jpg) are missing for a face model',
    ]);
    put('ana', { name: 'Ana' });
    put('bo', { name: 'Bo' });
    await pass(ALL_LOOKS);
    await untilTold(told, 3);
  });
  expect(told.slice(1).sort()).toEqual(['ana created', 'bo created']);
  expect(created.sort()).toEqual(['Ana', 'Bo']);
  expect(imported.counts).toMatchObject({ created: 2, failed: 0, not_sent: 0 });
  expect(imported.stopped?.code).toBe('interrupted');
  expect(report().match(/"recon_status":"created"/g)).toHaveLength(2);
});

test('a watch made somebody with the name of a patient who was there without a word', async () => {
  const { folder, put } = camera();
  const { imported } = await watching(
    folder,
    async ({ told, pass }) => {
      put('ana', { name: 'Ana' });
      put('ana-too', { name: 'Ana', email: 'ana@example.org' });
      await pass(ALL_LOOKS);
      await untilTold(told, 2);
    },
    // Patient 1 is made by this watch.
    { onCreate: ({ onNamesakes }) => onNamesakes?.(['1', '40']) },
  );
  expect(imported.namesakes.map(({ id, there }) => [id, there]).toSorted()).toEqual([
    ['1', ['40']],
    ['2', ['40']],
  ]);
});

test('of two folders of one person, most likely, the first is sent', async () => {
  const { folder, put } = camera();
  put('ana', { name: 'Ana Conceição', email: 'ana@example.org' });
  put('ana-2', { name: 'Conceicao Ana', email: 'ana@example.org', city: 'Porto' });
  const { told, created } = await watching(folder, async ({ told, pass }) => {
    await pass(ALL_LOOKS);
    await untilTold(told, 3);
  });
  expect(created).toEqual(['Ana Conceição']);
  expect(told.filter((one) => one.startsWith('ana-2'))).toEqual([
    expect.stringMatching(/^ana-2 not_sent is most likely the same person as ana: /),
    expect.stringMatching(/^ana-2 not_sent is most likely the same person as ana, of which patient \S+ was made: /),
  ]);
});

test('with a type, a folder without a patient.json is taken up by its name, once, when all its photos are there', async () => {
  const { folder, put } = camera();
  const photos = await Promise.all([1, 2, 3].map((seed) => jpegOf({ seed, width: 480, height: 480 })));
  const add = (name: string, view: string, at: number) => {
    mkdirSync(join(folder, 'camera', name), { recursive: true });
    writeFileSync(join(folder, 'camera', name, `${view}.jpg`), photos[at]!);
  };
  const { told, created } = await watching(
    folder,
    async ({ told, pass }) => {
      add('Silva, Maria', 'left', 0);
      add('Silva, Maria', 'front', 1);
      add('0001', 'left', 0);
      put('bo', { name: 'Bo' });
      await pass(ALL_LOOKS);
      await untilTold(told, 3);
      add('Silva, Maria', 'right', 2);
      await pass(ALL_LOOKS);
      await untilTold(told, 4);
      await pass(2 * ALL_LOOKS);
    },
    { type: 'face' },
  );
  expect(told.slice(0, 3).toSorted()).toEqual([
    expect.stringContaining('0001 not_sent its name is not read as a first name and a surname'),
    'Silva, Maria not_sent right (right.jpg) is missing for a face model',
    'bo created',
  ]);
  expect(told.slice(3)).toEqual(['Silva, Maria created']);
  expect(created).toEqual(['Bo', 'Maria Silva']);
});

test('without the type of an earlier watch nobody is told again, and of a new folder it is told that a type would do', async () => {
  const { folder } = camera();
  const photos = await Promise.all([1, 2, 3].map((seed) => jpegOf({ seed, width: 480, height: 480 })));
  const add = (name: string) => {
    mkdirSync(join(folder, 'camera', name), { recursive: true });
    for (const [at, view] of ['left', 'front', 'right'].entries())
      writeFileSync(join(folder, 'camera', name, `${view}.jpg`), photos[at]!);
  };
  add('Lopes, Tiago');
  const first = await watching(
    folder,
    async ({ told, pass }) => {
      await pass(ALL_LOOKS);
      await untilTold(told, 1);
    },
    { type: 'face' },
  );
  expect(first.created).toEqual(['Tiago Lopes']);
  add('Silva, Maria');
  add('0001');
  const { told, created } = await watching(folder, async ({ told, pass }) => {
    await pass(2 * ALL_LOOKS);
    await untilTold(told, 2);
  });
  expect(created).toEqual([]);
  expect(told.toSorted()).toEqual([
    expect.stringMatching(/^0001 not_sent patient\.json is missing; (?!.*--type)/),
    expect.stringMatching(/^Silva, Maria not_sent patient\.json is missing; .*start the watch with --type face /),
  ]);
});

test('the next watch goes on with the report: nobody is created again, and who is another now is told', async () => {
  const { folder, put, report } = camera();
  put('ana', { name: 'Ana' });
  await watching(folder, async ({ told, pass }) => {
    await pass(ALL_LOOKS);
    await untilTold(told, 1);
  });
  put('ana', { name: 'Ana Maria' });
  put('bo', { name: 'Bo' });
  const { told, created } = await watching(folder, async ({ told, pass }) => {
    await pass(ALL_LOOKS);
    await untilTold(told, 2);
  });
  expect(created).toEqual(['Bo']);
  expect(told.sort()).toEqual([
    expect.stringMatching(/^ana \(2\) not_sent a patient was made of this folder before/),
    'bo created',
  ]);
  expect(report().match(/"recon_status":"created"/g)).toHaveLength(2);
});

test('what is changed in a folder after its patient was made is told with the command that sends it', async () => {
  const { folder, put } = camera();
  const [first, second] = await Promise.all([1, 2].map((seed) => jpegOf({ seed, width: 480, height: 480 })));
  const putPhoto = (photo = first!) => writeFileSync(join(folder, 'camera', 'ana', 'left.jpg'), photo);
  put('ana', { name: 'Ana' });
  const { told } = await watching(folder, async ({ told, pass }) => {
    await pass(ALL_LOOKS);
    await untilTold(told, 1);
    put('ana', { name: 'Ana', city: 'Porto' });
    await pass(ALL_LOOKS);
    await untilTold(told, 2);
    putPhoto();
    await pass(ALL_LOOKS);
    await untilTold(told, 3);
    put('ana', { name: 'Ana', city: 'Faro' });
    putPhoto(second);
    await pass(ALL_LOOKS);
    await untilTold(told, 4);
  });
  const data = `--data ${join(folder, 'camera', 'ana', 'patient.json')}`;
  const photos = `--photos ${join(folder, 'camera', 'ana')}`;
  expect(told).toEqual([
    'ana created',
    ...[data, photos, `${data} ${photos}`].map((flags) =>
      expect.stringMatching(new RegExp(`^ana not_sent patient 1 was made of it, .*: recon update 1 ${flags}$`)),
    ),
  ]);
});

test('what was changed in a folder between two watches is told by the next one, and an unchanged folder is not', async () => {
  const { folder, put } = camera();
  const photo = await jpegOf({ seed: 1, width: 480, height: 480 });
  const doneRows = new Map<string, string>();
  const given: Given = { doneRows, onCreate: ({ row = '' }) => doneRows.set(row, String(doneRows.size + 1)) };
  for (const name of ['ana', 'bo']) put(name, { name });
  await watching(
    folder,
    async ({ told, pass }) => {
      await pass(ALL_LOOKS);
      await untilTold(told, 2);
    },
    given,
  );
  writeFileSync(join(folder, 'camera', 'ana', 'left.jpg'), photo);
  const { told, created } = await watching(
    folder,
    async ({ told, pass }) => {
      await pass(ALL_LOOKS);
      await untilTold(told, 1);
    },
    given,
  );
  expect(created).toEqual([]);
  const at = join(folder, 'camera', 'ana');
  const line = `recon update \\d --data ${at}/patient.json --photos ${at}`;
  expect(told).toEqual([expect.stringMatching(new RegExp(`^ana not_sent patient \\d was made of it, .*: ${line}$`))]);
});

test('of a photo that no update takes, a link is told, and not an update that would leave it out', async () => {
  const { folder, put } = camera();
  const photo = await jpegOf({ seed: 1, width: 480, height: 480 });
  put('ana', { name: 'Ana' });
  const { told } = await watching(folder, async ({ told, pass }) => {
    await pass(ALL_LOOKS);
    await untilTold(told, 1);
    writeFileSync(join(folder, 'camera', 'ana', 'left_45.jpg'), photo);
    await pass(ALL_LOOKS);
    await untilTold(told, 2);
  });
  expect(told[1]).toMatch(/; an update cannot send 45° left; a link takes all photos anew: recon invite 1 --open$/);
});

test('a folder that goes while it is looked at is none', async () => {
  const { folder, put, remove } = camera();
  put('ana', { name: 'Ana' });
  const { imported } = await watching(folder, async ({ pass }) => {
    await pass(ALL_LOOKS - 2);
    remove('ana');
    await pass(ALL_LOOKS);
  });
  expect(imported.total).toBe(0);
});

test('a folder name that a camera uses again for somebody else is not passed over without a word', async () => {
  const { folder, put, remove } = camera();
  put('0001', { name: 'Ana' });
  const { told, created } = await watching(folder, async ({ told, pass }) => {
    await pass(ALL_LOOKS);
    await untilTold(told, 1);
    for (const [at, name] of ['Zoe', 'Yve', 'Xia'].entries()) {
      remove('0001');
      await pass(1);
      put('0001', { name });
      await pass(ALL_LOOKS);
      await untilTold(told, at + 2);
    }
  });
  expect(created).toEqual(['Ana']);
  for (const one of told.slice(1)) expect(one).toMatch(/^0001 \(2\) not_sent a patient was made of this folder before/);
});

test('a folder that is tried again keeps its name in the journal', async () => {
  const { folder, put } = camera();
  put('ana', { name: 'Ana' });
  const rows: string[] = [];
  const onCreate = ({ row = '' }: CreateHooks) => {
    if (rows.push(row) < 3) throw new ReconError('outcome_unknown', 'lost');
  };
  const untilThird = async ({ pass }: Watch) => {
    while (rows.length < 3) await pass(1);
  };
  await watching(folder, untilThird, { onCreate });
  expect(rows).toEqual([expect.stringMatching(/^b:/), rows[0], rows[0]]);
});

test('a folder that is complete while another recon is at work on that person is tried again', async () => {
  const { folder, put } = camera();
  put('ana', { name: 'Ana' });
  let tries = 0;
  const onCreate = () => {
    tries += 1;
    if (tries === 1) throw new ReconError('busy', 'another recon (process 7) is at work on the same patient');
  };
  const { told, imported } = await watching(
    folder,
    async ({ told, pass }) => {
      await pass(ALL_LOOKS);
      await untilTold(told, 1);
      // A minute later, nothing in the folder having changed.
      await pass(61);
      await untilTold(told, 2);
    },
    { onCreate },
  );
  expect(told).toEqual(['ana not_sent another recon (process 7) is at work on the same patient', 'ana created']);
  expect(imported.counts).toMatchObject({ created: 1, not_sent: 0 });
});

test('a folder that equals one of an earlier watch is another row, not the one that is done', async () => {
  const { folder, put } = camera();
  const doneRows = new Map<string, string>();
  const given: Given = {
    allowSame: true,
    doneRows,
    onCreate: ({ row = '' }) => doneRows.set(row, String(doneRows.size + 1)),
  };
  for (const [at, name] of ['0002', '0001'].entries()) {
    put(name, { name: 'Ana' });
    await watching(
      folder,
      async ({ told, pass }) => {
        await pass(ALL_LOOKS);
        await untilTold(told, 1);
      },
      given,
    );
    expect(doneRows.size).toBe(at + 1);
  }
});

test('the next watch still knows whose pictures a folder shows', async () => {
  const { folder, put } = camera();
  const photos = await Promise.all([1, 2, 3].map((seed) => jpegOf({ seed, width: 480, height: 480 })));
  // The one that comes first in the order of the names is the one that was refused.
  for (const [name, person] of [
    ['b', 'Ana'],
    ['a', 'Zoe'],
  ] as const) {
    put(name, { name: person, type: 'face' });
    for (const [at, view] of ['left', 'front', 'right'].entries()) {
      writeFileSync(join(folder, 'camera', name, `${view}.jpg`), photos[at]!);
    }
    const { told, created } = await watching(folder, async ({ told, pass }) => {
      await pass(ALL_LOOKS);
      await untilTold(told, 1);
    });
    if (name === 'b') expect(created).toEqual(['Ana']);
    else {
      expect(told).toEqual([
        expect.stringMatching(
          /^a not_sent has for left, front and right the same pictures as b, of which patient 1 was made;/,
        ),
      ]);
      expect(created).toEqual([]);
    }
  }
});

/** Three photos, and what puts them into the folder of somebody. */
async function setOfPhotos(put: (name: string, record: object) => void, camera: string) {
  const photos = await Promise.all([1, 2, 3, 4].map((seed) => jpegOf({ seed, width: 480, height: 480 })));
  return (folder: string, person: string, from = 0) => {
    put(folder, { name: person, type: 'face' });
    for (const [at, view] of ['left', 'front', 'right'].entries())
      writeFileSync(join(camera, folder, `${view}.jpg`), photos[from + at]!);
  };
}

const PICTURES = 'has for left, front and right the same pictures as';

test('of two folders with the same pictures that come before either is sent, both are held back, until one is gone or put right', async () => {
  const { folder, put, remove } = camera();
  const add = await setOfPhotos(put, join(folder, 'camera'));
  const { told, created } = await watching(folder, async ({ told, created, pass }) => {
    add('a', 'Ana');
    // Copied after it, so it settles later.
    await pass(4);
    add('b', 'Zoe');
    await pass(2 * ALL_LOOKS);
    await untilTold(told, 2);
    expect(created).toEqual([]);
    remove('a');
    await pass(2);
    await untilTold(told, 3);
  });
  expect(told).toEqual([
    `a not_sent ${PICTURES} b; leave one of them out`,
    `b not_sent ${PICTURES} a; leave one of them out`,
    'b created',
  ]);
  expect(created).toEqual(['Zoe']);
});

test('of two folders with the same pictures that are held back, both are sent once one shows others', async () => {
  const { folder, put } = camera();
  const add = await setOfPhotos(put, join(folder, 'camera'));
  add('a', 'Ana');
  add('b', 'Zoe');
  const photos = await Promise.all([7, 8, 9].map((seed) => jpegOf({ seed, width: 480, height: 480 })));
  const { created } = await watching(folder, async ({ told, pass }) => {
    await pass(ALL_LOOKS);
    await untilTold(told, 2);
    for (const [at, view] of ['left', 'front', 'right'].entries())
      writeFileSync(join(folder, 'camera', 'b', `${view}.jpg`), photos[at]!);
    await pass(ALL_LOOKS + 2);
    await untilTold(told, 4);
  });
  expect(created.toSorted()).toEqual(['Ana', 'Zoe']);
});

test('a folder with the pictures of one that was sent is held back, and told with the patient who has them', async () => {
  const { folder, put } = camera();
  const add = await setOfPhotos(put, join(folder, 'camera'));
  const { told, created } = await watching(folder, async ({ told, pass }) => {
    add('b', 'Ana');
    await pass(ALL_LOOKS);
    await untilTold(told, 1);
    add('a', 'Zoe');
    await pass(2 * ALL_LOOKS);
    await untilTold(told, 2);
  });
  expect(created).toEqual(['Ana']);
  expect(told[1]).toBe(`a not_sent ${PICTURES} b, of which patient 1 was made; leave one of them out`);
});

test('a folder that could not be sent yet is held back when another with its pictures comes', async () => {
  const { folder, put } = camera();
  const add = await setOfPhotos(put, join(folder, 'camera'));
  const onCreate = () => {
    throw new ReconError('network', 'the service does not answer');
  };
  const { told } = await watching(
    folder,
    async ({ told, created, pass }) => {
      add('a', 'Ana');
      await pass(ALL_LOOKS);
      await untilTold(told, 1);
      add('b', 'Zoe');
      await pass(61 + ALL_LOOKS);
      await untilTold(told, 3);
      expect(created).toEqual(['Ana']);
    },
    { onCreate },
  );
  expect(told.slice(1).toSorted()).toEqual([
    expect.stringContaining(`a not_sent ${PICTURES} b;`),
    expect.stringContaining(`b not_sent ${PICTURES} a;`),
  ]);
});

test('folders that a full account had no room for are tried again, one after some minutes, and all once there is room', async () => {
  const { folder, put } = camera();
  const said = 'the account is full: its limit is 1 patient, and it has 1';
  let room = 1;
  const onCreate = () => {
    if (--room < 0)
      throw new ReconError('refused', `the service refused the data (409): ${said}`, { said, status: 409 });
  };
  const MINUTES = 60;
  const { told, created } = await watching(
    folder,
    async ({ told, created, pass }) => {
      for (const name of ['ana', 'bo', 'cy']) put(name, { name });
      await pass(ALL_LOOKS);
      await untilTold(told, 3);
      await pass(4 * MINUTES);
      expect(created).toHaveLength(3);
      // Each try would send all photos, so only one is made.
      await pass(2 * MINUTES);
      expect(created).toHaveLength(4);
      room = 5;
      await pass(5 * MINUTES);
      await untilTold(told, 5);
    },
    { onCreate },
  );
  expect(created).toHaveLength(6);
  expect(told.filter((one) => one.endsWith('created'))).toHaveLength(3);
  // Nobody reads the same twice.
  expect(told.filter((one) => one.includes('the account is full'))).toHaveLength(2);
});

test('where the folder that waits for room goes, the next one is tried', async () => {
  const { folder, put, remove } = camera();
  const said = 'the account is full: its limit is 0 patients, and it has 0';
  let isFull = true;
  const onCreate = () => {
    if (isFull) throw new ReconError('refused', said, { said, status: 409 });
  };
  const { told } = await watching(
    folder,
    async ({ told, pass }) => {
      for (const name of ['ana', 'bo']) put(name, { name });
      await pass(ALL_LOOKS);
      await untilTold(told, 2);
      const [first = ''] = told[0]!.split(' ');
      remove(first);
      isFull = false;
      await pass(6 * 60);
      await untilTold(told, 3);
    },
    { onCreate },
  );
  expect(told[2]).toMatch(/^(ana|bo) created$/);
});
