import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { makeZip } from '../zip-maker.ts';
import { file, good, type HostileZip } from './parts.ts';

/** What is no plain file or folder. */
export const LINKS: readonly HostileZip[] = [
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
  ['socket', /neither a plain file/, () => makeZip([good, file('socket', { mode: 0o140666 })])],
  ['file with the mode of a folder', /neither a plain file/, () => makeZip([good, file('x', { mode: 0o040755 })])],
  ['folder with the mode of a file', /neither a plain file/, () => makeZip([good, file('x/', { mode: 0o100644 })])],
  ['folder with content', /folder with content/, () => makeZip([good, file('x/', { content: 'hidden' })])],
];

/** What grows, or says it does. */
export const BOMBS: readonly HostileZip[] = [
  ['bomb by ratio', /200-fold/, () => makeZip([file('a', { content: Buffer.alloc(40_000_000) })])],
  [
    'bomb that lies about its size',
    /longer than announced/,
    () => makeZip([file('a', { content: Buffer.alloc(40_000_000), uncompressedSize: 1000 })]),
  ],
  ['bomb by announced size', /larger than 2 GB/, () => makeZip([file('a', { uncompressedSize: 0xf0000000 })])],
  [
    'bomb in many parts',
    /4 GB|200-fold/,
    () =>
      makeZip([1, 2, 3].map((n) => file(`a${n}`, { packed: Buffer.alloc(9_000_000), uncompressedSize: 0x6fffffff }))),
  ],
  ['65,000 entries announced', /at most 10000/, () => makeZip([good], { entryCount: 65_000 })],
  [
    '10,001 entries',
    /at most 10000/,
    () => makeZip(Array.from({ length: 10_001 }, (_, at) => file(`f${at}`, { method: 0 }))),
  ],
  [
    'list of 9 MB',
    /larger than 8 MB/,
    () => makeZip(Array.from({ length: 4_500 }, (_, at) => file(`f${at}`, { method: 0, extra: Buffer.alloc(2_000) }))),
  ],
  [
    'extra fields of 60 KB, 15,000 of them',
    /too much beside its name/,
    () => makeZip(Array.from({ length: 100 }, (_, at) => file(`f${at}`, { method: 0, extra: Buffer.alloc(60_000) }))),
  ],
  [
    'size too small',
    /longer than announced/,
    () => makeZip([file('a', { content: 'a'.repeat(5000), uncompressedSize: 10 })]),
  ],
  ['size too large', /shorter than announced/, () => makeZip([file('a', { content: 'abc', uncompressedSize: 5000 })])],
  ['stored with two sizes', /lies about its size/, () => makeZip([file('a', { method: 0, uncompressedSize: 100 })])],
];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sums = (...lines: string[]) => file('SHA256SUMS', { content: `${lines.join('\n')}\n` });

/** Bytes that are not those that were packed. */
export const DAMAGE: readonly HostileZip[] = [
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
  ['another SHA-256', /is not what SHA256SUMS says/, () => makeZip([good, sums(`${sha256('evil')}  good.txt`)])],
  ['a file missing that has a SHA-256', /and not in it/, () => makeZip([good, sums(`${sha256('x')}  gone.txt`)])],
  ['a SHA-256 that is none', /cannot be read/, () => makeZip([good, sums('0123  good.txt')])],
  [
    'two SHA-256 for one file',
    /cannot be read/,
    () => makeZip([good, sums(`${sha256('good')}  good.txt`, `${sha256('evil')}  ./good.txt`)]),
  ],
  [
    'SHA256SUMS of 9 MB',
    /larger than 8 MB/,
    () => makeZip([good, file('SHA256SUMS', { content: Buffer.alloc(9e6, '\n') })]),
  ],
  ['encrypted', /encrypted/, () => makeZip([file('a', { flags: 0x0801 })])],
  ['strongly encrypted', /encrypt/, () => makeZip([file('a', { flags: 0x0841 })])],
  ['encrypted list', /encrypted/, () => makeZip([file('a', { flags: 0x2800 })])],
  ['unknown method', /method we do not know \(14\)/, () => makeZip([file('a', { method: 14 })])],
];
