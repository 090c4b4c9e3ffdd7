import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * A command to type is data (`Advice`), so that the service and profile that were typed stand in it. Written as words
 * it would reach another service: who puts one into a sentence finds it here.
 */
const src = resolve(import.meta.dirname, '../src');
const GROUPED = /(?:patients|after|config|accounts) [a-z]+/.source;
const ALONE =
  /create|list|show|view|photos|audit|doctor|download|transfer|invite|wait|resume|login|logout|status|api|serve|backup|restore|demo|completion/
    .source;
const COMMAND = new RegExp(`recon (?:${GROUPED}|${ALONE}|--[a-z]+)\\b|shellLine\\('recon'`);

/** What is no sentence to a person at a terminal: comments, the help of a command, the words of an option, a log. */
const NO_SENTENCE = [
  /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
  /\bexamples: \[[\s\S]*?\],\n/g,
  /\bnote: (?:'[^']*'|`[^`]*`)/g,
  /'--[^']*',\s*'[^']*'/g,
  // A service's log is read beside that service.
  /\bonLog\(`[^`]*`/g,
];
/** Helps on a topic and the completion scripts are printed for whoever asks, in front of no service. */
const PRINTED = /^cli\/((exit-code|first|privacy|columns|keeping|systemd|types)-help\.ts|completions\/)/;
/** A transcript of commands that it runs itself. */
const TRANSCRIPT = /^cli\/commands\/demo\/stage\.ts$/;
/** Where a command becomes words. */
const WRITER = /^system\/line-text\.ts$/;

const offendersIn = (path: string, text: string): string[] => {
  if ([PRINTED, TRANSCRIPT, WRITER].some((exempt) => exempt.test(path))) return [];
  const sentences = NO_SENTENCE.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
  return sentences
    .split('\n')
    .filter((line) => COMMAND.test(line))
    .map((line) => `${path}: ${line.trim()}`);
};

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

test('no command to type stands in words', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => offendersIn(relative(src, file), readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  "hint: 'recon patients list',",
  'details: [`to wait: recon wait 7`],',
  "streams.note('3 changes are open: recon resume');",
  "streams.say('there is no patient yet; recon create adds one');",
  "hint: 'recon show 7',",
  "hint: shellLine('recon', 'patients', 'get', id),",
])('a planted %j is found', (line) => {
  expect(offendersIn('core/planted.ts', `/** As in recon wait. */\n${line}\n`)).toEqual([`core/planted.ts: ${line}`]);
});
