import { crc32, deflateRawSync } from 'node:zlib';

/** One entry; everything after `content` is for lying. */
export interface ZipEntry {
  name: string | Buffer;
  content?: Buffer | string;
  /** 0 stored, 8 deflated (default). */
  method?: number;
  /** Unix mode with file type; 0 for none. */
  mode?: number;
  /** Bit 11, a UTF-8 name, is on by default. */
  flags?: number;
  crc?: number;
  packed?: Buffer;
  uncompressedSize?: number;
  compressedSize?: number;
  /** Only in front of the data. */
  local?: { name?: string; method?: number; uncompressedSize?: number; crc?: number };
  /** Where the list says the entry begins. */
  offset?: number;
  /** Sizes and checksum behind the data, as streaming writers do it. */
  descriptor?: boolean;
}

export interface ZipFrame {
  before?: Buffer;
  after?: Buffer;
  comment?: string;
  /** What the end record says instead of the truth. */
  entryCount?: number;
  directorySize?: number;
}

/** Bytes of a zip, crafted field by field. */
export function makeZip(entries: readonly ZipEntry[], frame: ZipFrame = {}): Buffer {
  const body: Buffer[] = frame.before === undefined ? [] : [frame.before];
  const directory: Buffer[] = [];
  for (const entry of entries) {
    const offset = lengthOf(body);
    const { local, central } = headers(entry, offset);
    body.push(local);
    directory.push(central);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(frame.entryCount ?? entries.length, 8);
  end.writeUInt16LE(frame.entryCount ?? entries.length, 10);
  end.writeUInt32LE(frame.directorySize ?? lengthOf(directory), 12);
  end.writeUInt32LE(lengthOf(body), 16);
  end.writeUInt16LE(Buffer.byteLength(frame.comment ?? ''), 20);
  return Buffer.concat([...body, ...directory, end, Buffer.from(frame.comment ?? ''), frame.after ?? Buffer.alloc(0)]);
}

function headers(entry: ZipEntry, offset: number): { local: Buffer; central: Buffer } {
  const name = Buffer.from(entry.name as string);
  const content = Buffer.from((entry.content ?? '') as string);
  const method = entry.method ?? 8;
  const packed = entry.packed ?? (method === 8 ? deflateRawSync(content) : content);
  const flags = (entry.flags ?? 0x0800) | (entry.descriptor ? 0x0008 : 0);
  const crc = entry.crc ?? crc32(content);
  const compressedSize = entry.compressedSize ?? packed.length;
  const uncompressedSize = entry.uncompressedSize ?? content.length;

  const localName = Buffer.from(entry.local?.name ?? name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(entry.local?.method ?? method, 8);
  if (!entry.descriptor) {
    head.writeUInt32LE(entry.local?.crc ?? crc, 14);
    head.writeUInt32LE(compressedSize, 18);
    head.writeUInt32LE(entry.local?.uncompressedSize ?? uncompressedSize, 22);
  }
  head.writeUInt16LE(localName.length, 26);
  const descriptor = Buffer.alloc(entry.descriptor ? 16 : 0);
  if (entry.descriptor) {
    descriptor.writeUInt32LE(0x08074b50, 0);
    descriptor.writeUInt32LE(crc, 4);
    descriptor.writeUInt32LE(compressedSize, 8);
    descriptor.writeUInt32LE(uncompressedSize, 12);
  }

  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE((3 << 8) | 20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(flags, 8);
  central.writeUInt16LE(method, 10);
  central.writeUInt32LE(crc, 16);
  central.writeUInt32LE(compressedSize, 20);
  central.writeUInt32LE(uncompressedSize, 24);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt32LE(((entry.mode ?? (name.at(-1) === 0x2f ? 0o040755 : 0o100644)) << 16) >>> 0, 38);
  central.writeUInt32LE(entry.offset ?? offset, 42);
  return { local: Buffer.concat([head, localName, packed, descriptor]), central: Buffer.concat([central, name]) };
}

const lengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0);

const file = (name: string | Buffer, more: Partial<ZipEntry> = {}): ZipEntry => ({ name, content: 'x', ...more });
const good = file('good.txt', { content: 'good' });

/** A sound archive as the service sends it. */
export function soundZip(): Buffer {
  return makeZip([
    { name: 'photos/' },
    { name: 'photos/front.jpg', content: Buffer.alloc(70_000, 7), method: 0 },
    { name: 'model.glb', content: Buffer.alloc(200_000, 'mesh') },
    { name: 'measures.json', content: '{"eye_distance":6.3}', descriptor: true },
  ]);
}

/** Archives that must be refused, each with the reason it is refused for. */
export const HOSTILE_ZIPS: readonly (readonly [name: string, reason: RegExp, make: () => Buffer])[] = [
  ['path escape', /leads out of the folder/, () => makeZip([good, file('../evil.txt')])],
  ['path escape deep inside', /leads out of the folder/, () => makeZip([good, file('a/../../evil.txt')])],
  ['absolute path', /absolute path/, () => makeZip([good, file('/tmp/evil.txt')])],
  ['backslash', /\\\\ : \*|\\ : \*/, () => makeZip([good, file('..\\evil.txt')])],
  ['drive letter', /\\ : \*/, () => makeZip([good, file('C:evil.txt')])],
  ['alternate stream', /\\ : \*/, () => makeZip([good, file('a.txt:stream')])],
  ['NUL in a name', /control character/, () => makeZip([good, file('a\0b')])],
  ['empty name', /empty part/, () => makeZip([good, file('')])],
  ['empty part', /empty part/, () => makeZip([good, file('a//b')])],
  ['dot part', /empty part/, () => makeZip([good, file('a/./b')])],
  ['symlink', /symbolic link/, () => makeZip([good, file('link', { content: '/etc/passwd', mode: 0o120777 })])],
  [
    'symlink and a file of its name',
    /symbolic link|twice/,
    () => makeZip([file('out', { content: '../victim', mode: 0o120777 }), file('out')]),
  ],
  [
    'symlinked folder',
    /symbolic link|both a file and a folder/,
    () => makeZip([file('out', { content: '..', mode: 0o120777 }), file('out/evil.txt')]),
  ],
  ['device', /neither a plain file/, () => makeZip([good, file('dev', { mode: 0o060666 })])],
  ['FIFO', /neither a plain file/, () => makeZip([good, file('pipe', { mode: 0o010666 })])],
  ['file with the mode of a folder', /neither a plain file/, () => makeZip([good, file('x', { mode: 0o040755 })])],
  ['folder with content', /folder with content/, () => makeZip([good, file('x/', { content: 'hidden' })])],
  [
    'size too small',
    /longer than announced/,
    () => makeZip([file('a', { content: 'a'.repeat(5000), uncompressedSize: 10 })]),
  ],
  ['size too large', /shorter than announced/, () => makeZip([file('a', { content: 'abc', uncompressedSize: 5000 })])],
  ['stored with two sizes', /lies about its size/, () => makeZip([file('a', { method: 0, uncompressedSize: 100 })])],
  ['wrong checksum', /wrong checksum/, () => makeZip([file('a', { content: 'abc', crc: 1 })])],
  [
    'damaged data',
    /damaged|wrong checksum/,
    () => makeZip([file('a', { packed: Buffer.from('deadbeefdeadbeef', 'hex'), content: 'abc' })]),
  ],
  [
    'data that goes on',
    /bytes behind its data/,
    () => makeZip([file('a', { packed: Buffer.concat([deflateRawSync(Buffer.from('x')), Buffer.alloc(90)]) })]),
  ],
  ['data that reaches past the end', /damaged/, () => makeZip([file('a', { compressedSize: 99_999 })])],
  [
    'overlap',
    /shares its bytes|two ways/,
    () =>
      makeZip([
        file('a', { content: 'same', offset: 0 }),
        file('a2', { content: 'same', offset: 0, local: { name: 'a' } }),
      ]),
  ],
  ['quine overlap', /shares its bytes/, () => overlappingZip()],
  ['duplicate name', /twice/, () => makeZip([file('a'), file('b'), file('a')])],
  ['case twins', /one name on some systems/, () => makeZip([file('Front.jpg'), file('front.JPG')])],
  ['NFC and NFD twins', /one name on some systems/, () => makeZip([file('caf\u00e9'), file('cafe\u0301')])],
  ['folder case twins', /one name on some systems/, () => makeZip([file('Photos/a'), file('photos/b')])],
  ['file used as a folder', /both a file and a folder/, () => makeZip([file('a'), file('a/b')])],
  ['folder used as a file', /both a file and a folder/, () => makeZip([file('a/b'), file('A')])],
  ['encrypted', /encrypted/, () => makeZip([file('a', { flags: 0x0801 })])],
  ['strongly encrypted', /encrypt/, () => makeZip([file('a', { flags: 0x0841 })])],
  ['unknown method', /method we do not know \(14\)/, () => makeZip([file('a', { method: 14 })])],
  ['bomb by ratio', /200-fold/, () => makeZip([file('a', { content: Buffer.alloc(40_000_000) })])],
  ['bomb by announced size', /larger than 2 GB/, () => makeZip([file('a', { uncompressedSize: 0xf0000000 })])],
  [
    'bomb in many parts',
    /4 GB|200-fold/,
    () =>
      makeZip([1, 2, 3].map((n) => file(`a${n}`, { packed: Buffer.alloc(9_000_000), uncompressedSize: 0x6fffffff }))),
  ],
  ['65,000 entries', /at most 10000/, () => makeZip([good], { entryCount: 65_000 })],
  ['hidden entries', /length it should/, () => makeZip([file('a'), file('b')], { entryCount: 1 })],
  ['fewer entries than announced', /damaged/, () => makeZip([file('a')], { entryCount: 2 })],
  ['reserved name', /Windows device/, () => makeZip([good, file('CON')])],
  ['reserved name with an ending', /Windows device/, () => makeZip([good, file('docs/aux.txt')])],
  ['ANSI in a name', /control character/, () => makeZip([good, file('\u001b[2Jgone')])],
  ['C1 control in a name', /control character/, () => makeZip([good, file('a\u009bb')])],
  ['direction-changing name', /direction-changing/, () => makeZip([good, file('photo\u202egpj.exe')])],
  ['invisible name', /invisible/, () => makeZip([good, file('front\u200b.jpg')])],
  ['trailing dot', /dot or a space/, () => makeZip([good, file('front.')])],
  ['trailing space', /dot or a space/, () => makeZip([good, file('a /b')])],
  ['name of 300 bytes', /too long a name/, () => makeZip([good, file('n'.repeat(300))])],
  ['name of 2,000 bytes', /too long a name/, () => makeZip([good, file('a/'.repeat(1000).concat('b'))])],
  ['30 folders deep', /folders deep/, () => makeZip([good, file('d/'.repeat(30).concat('b'))])],
  ['name that is not text', /not text/, () => makeZip([good, file(Buffer.from([0x66, 0xff, 0xfe]))])],
  ['two names', /two ways/, () => makeZip([file('good.txt', { local: { name: 'evil.txt' } })])],
  ['two methods', /two ways/, () => makeZip([file('a', { local: { method: 0 } })])],
  ['two sizes', /two ways/, () => makeZip([file('a', { local: { uncompressedSize: 7 } })])],
  ['two checksums', /two ways/, () => makeZip([file('a', { local: { crc: 7 } })])],
  ['junk in front', /in front of its first file/, () => makeZip([good], { before: Buffer.from('#!/bin/sh\n') })],
  ['junk in front that nobody counted', /damaged/, () => Buffer.concat([Buffer.from('#!/bin/sh\n'), makeZip([good])])],
  ['junk behind', /damaged/, () => makeZip([good], { after: Buffer.from('junk') })],
  ['no file in it', /no file in it/, () => makeZip([])],
  ['only folders', /no file in it/, () => makeZip([{ name: 'a/' }])],
  ['0 bytes', /0 bytes/, () => Buffer.alloc(0)],
  ['HTML named zip', /no zip file/, () => Buffer.from('<!doctype html><p>Sign in</p>')],
  ['cut at 10 %', /no end/, () => cut(0.1)],
  ['cut at 50 %', /no end/, () => cut(0.5)],
  ['cut at 90 %', /no end/, () => cut(0.9)],
  ['cut by one byte', /no end|damaged/, () => soundZip().subarray(0, -1)],
];

const cut = (share: number) => soundZip().subarray(0, Math.floor(soundZip().length * share));

/** Many entries that all unpack one kernel of bytes, each header hiding in the data of the one before. */
function overlappingZip(): Buffer {
  const inner = makeZip([file('b', { content: 'kernel', method: 0 })]);
  const header = inner.subarray(0, 30 + 1 + 6);
  const outer = file('a', { content: Buffer.from(header), method: 0 });
  return makeZip([outer, { ...file('b', { content: 'kernel', method: 0 }), offset: 31 }]);
}
