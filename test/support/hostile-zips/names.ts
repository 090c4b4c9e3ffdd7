import { makeZip } from '../zip-maker.ts';
import { file, good, type HostileZip } from './parts.ts';

const named = (name: string | Buffer) => () => makeZip([good, file(name)]);
const twins =
  (...names: string[]) =>
  () =>
    makeZip(names.map((name) => file(name)));

/** Names that lead out of the folder, or to another place than they seem to. */
export const LEADING_OUT: readonly HostileZip[] = [
  ['path escape', /leads out of the folder/, named('../evil.txt')],
  ['path escape deep inside', /leads out of the folder/, named('a/../../evil.txt')],
  ['path escape of a folder', /leads out of the folder/, named('../')],
  ['absolute path', /absolute path/, named('/tmp/evil.txt')],
  ['network path', /absolute path/, named('//server/share/evil.txt')],
  ['backslash', /\\\\ : \*|\\ : \*/, named('..\\evil.txt')],
  ['drive letter', /\\ : \*/, named('C:evil.txt')],
  ['alternate stream', /\\ : \*/, named('a.txt:stream')],
  ['NUL in a name', /control character/, named('a\0b')],
  ['empty name', /empty part/, named('')],
  ['empty part', /empty part/, named('a//b')],
  ['dot part', /empty part/, named('a/./b')],
  ['root as a folder', /absolute path/, named('/')],
];

/** Names that cannot live on every system, or hide what they say. */
export const ODD_NAMES: readonly HostileZip[] = [
  ['reserved name', /Windows device/, named('CON')],
  ['reserved name with an ending', /Windows device/, named('docs/aux.txt')],
  ['reserved name with a small digit', /Windows device/, named('com¹')],
  ['ANSI in a name', /control character/, named('\u001b[2Jgone')],
  ['C1 control in a name', /control character/, named('a\u009bb')],
  ['line break in a name', /control character/, named('a\nb')],
  ['direction-changing name', /direction-changing/, named('photo\u202egpj.exe')],
  ['invisible name', /invisible/, named('front\u200b.jpg')],
  ['soft hyphen in a name', /invisible/, named('fr\u00adont.jpg')],
  ['blank letter as a name', /invisible/, named('\u3164')],
  ['trailing dot', /dot or a space/, named('front.')],
  ['trailing space', /dot or a space/, named('a /b')],
  ['name of 300 bytes', /too long a name/, named('n'.repeat(300))],
  ['name of 2,000 bytes', /too long a name/, named('a/'.repeat(1000).concat('b'))],
  ['30 folders deep', /folders deep/, named('d/'.repeat(30).concat('b'))],
  ['name that is not text', /not text/, named(Buffer.from([0x66, 0xff, 0xfe]))],
];

/** Names that cannot live side by side. */
export const TWINS: readonly HostileZip[] = [
  ['duplicate name', /twice/, twins('a', 'b', 'a')],
  ['duplicate folder', /twice/, twins('a/', 'a/b', 'a/')],
  ['case twins', /one name on some systems/, twins('Front.jpg', 'front.JPG')],
  ['case twins by a long s', /one name on some systems/, twins('mea\u017fures.json', 'measures.json')],
  ['case twins by a Kelvin sign', /one name on some systems/, twins('\u212a.txt', 'k.txt')],
  ['NFC and NFD twins', /one name on some systems/, twins('caf\u00e9', 'cafe\u0301')],
  ['folder case twins', /one name on some systems/, twins('Photos/a', 'photos/b')],
  ['file used as a folder', /both a file and a folder/, twins('a', 'a/b')],
  ['folder used as a file', /both a file and a folder/, twins('a/b', 'A')],
];
