import { crc32 } from 'node:zlib';
import { largeRecords, makeZip, soundZip, unicodePath } from '../zip-maker.ts';
import { file, good, type HostileZip } from './parts.ts';

const words = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer)));

/** Places that say different things of one file. */
export const TWO_WAYS: readonly HostileZip[] = [
  ['two names', /two ways/, () => makeZip([file('good.txt', { local: { name: 'evil.txt' } })])],
  [
    'two names by an extra field',
    /two ways/,
    () => makeZip([file('good.txt', { extra: unicodePath('good.txt', '../evil') })]),
  ],
  [
    'a name by an extra field that leads out',
    /leads out/,
    () => makeZip([file('good.txt', { flags: 0, extra: unicodePath('good.txt', '../evil') })]),
  ],
  [
    'two names by two extra fields',
    /two ways/,
    () => {
      const extra = Buffer.concat([unicodePath('C', 'Café'), unicodePath('C', 'evil')]);
      return makeZip([file('C', { flags: 0, extra })]);
    },
  ],
  [
    'another name by an extra field in front of the data',
    /two ways/,
    () => {
      const local = { extra: unicodePath('C', 'evil') };
      return makeZip([file('C', { flags: 0, extra: unicodePath('C', 'Café'), local })]);
    },
  ],
  [
    'a name by an extra field in front of the data alone',
    /two ways/,
    () => makeZip([file('C', { flags: 0, local: { extra: unicodePath('C', 'evil') } })]),
  ],
  [
    'a file that is a folder by an extra field',
    /two ways/,
    () => makeZip([good, { name: 'a', flags: 0, extra: unicodePath('a', 'a/') }]),
  ],
  ['two methods', /two ways/, () => makeZip([file('a', { local: { method: 0 } })])],
  ['two sizes', /two ways/, () => makeZip([file('a', { local: { uncompressedSize: 7 } })])],
  ['two checksums', /two ways/, () => makeZip([file('a', { local: { crc: 7 } })])],
  [
    'another size behind the data',
    /two ways/,
    () => makeZip([file('a', { method: 0, descriptor: words(0x08074b50, crc32('x'), 1, 2) }), good]),
  ],
  [
    'another checksum behind the data',
    /two ways/,
    () => makeZip([file('a', { method: 0, descriptor: words(0x08074b50, 1, 1, 1) }), good]),
  ],
  [
    'nothing behind the data, where it is announced',
    /belong to no file/,
    () => makeZip([file('a', { descriptor: Buffer.alloc(0) }), good]),
  ],
  ['hidden entries', /length it should/, () => makeZip([file('a'), file('b')], { entryCount: 1 })],
  ['fewer entries than announced', /damaged/, () => makeZip([file('a')], { entryCount: 2 })],
  ['one disk of two', /one part of several/, () => makeZip([good], { disk: 1 })],
  ['fewer entries on this disk', /one part of several/, () => makeZip([good], { entriesHere: 0 })],
  [
    'two lists of files',
    /two ways/,
    () => makeZip([good], { large: (truth) => largeRecords({ ...truth, entryCount: 2 }) }),
  ],
  [
    'large record elsewhere',
    /in front of its end is wrong/,
    () => makeZip([good], { large: (truth) => largeRecords({ ...truth, at: truth.at - 1 }) }),
  ],
  [
    'large record of 2^63 entries',
    /at most 10000|two ways/,
    () => makeZip([good], { entryCount: 0xffff, large: (truth) => largeRecords({ ...truth, entryCount: 2 ** 62 }) }),
  ],
  [
    'a second end in the comment',
    /stand where it should|behind its end/,
    () => makeZip([good], { comment: makeZip([file('evil')]) }),
  ],
];

/** Bytes that belong to two files, or to none. */
export const OVERLAPS: readonly HostileZip[] = [
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
  [
    'hidden file between two',
    /belong to no file/,
    () => makeZip([{ ...good, behind: makeZip([file('evil')]) }, file('b')]),
  ],
  [
    'hidden bytes behind the last file',
    /belong to no file/,
    () => makeZip([good, file('b', { behind: Buffer.from('evil') })]),
  ],
  ['hidden bytes behind the list', /where it should/, () => makeZip([good], { behindList: Buffer.from('evil') })],
  ['junk in front', /in front of its first file/, () => makeZip([good], { before: Buffer.from('#!/bin/sh\n') })],
  [
    'junk in front that nobody counted',
    /where it should/,
    () => Buffer.concat([Buffer.from('#!/bin/sh\n'), makeZip([good])]),
  ],
  ['junk behind', /behind its end/, () => makeZip([good], { after: Buffer.from('junk') })],
  ['no file in it', /no file in it/, () => makeZip([])],
  ['only folders', /no file in it/, () => makeZip([{ name: 'a/' }])],
];

/** What is not all of an archive. */
export const CUTS: readonly HostileZip[] = [
  ['0 bytes', /0 bytes/, () => Buffer.alloc(0)],
  ['HTML named zip', /no zip file/, () => Buffer.from('<!doctype html><p>Sign in</p>')],
  ['cut at 10 %', /no end/, () => cut(0.1)],
  ['cut at 50 %', /no end/, () => cut(0.5)],
  ['cut at 90 %', /no end/, () => cut(0.9)],
  ['cut by one byte', /no end|damaged/, () => soundZip().subarray(0, -1)],
  ['without its first byte', /where it should/, () => soundZip().subarray(1)],
  [
    'with a block of it missing',
    /where it should|damaged/,
    () => Buffer.concat([soundZip().subarray(0, 4096), soundZip().subarray(8192)]),
  ],
];

const cut = (share: number) => soundZip().subarray(0, Math.floor(soundZip().length * share));

/** Many entries that all unpack one kernel of bytes, each header hiding in the data of the one before. */
function overlappingZip(): Buffer {
  const inner = makeZip([file('b', { content: 'kernel', method: 0 })]);
  const header = inner.subarray(0, 30 + 1 + 6);
  const outer = file('a', { content: Buffer.from(header), method: 0 });
  return makeZip([outer, { ...file('b', { content: 'kernel', method: 0 }), offset: 31 }]);
}
