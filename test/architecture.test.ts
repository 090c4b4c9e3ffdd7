import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Who may import whom. A layer is a folder of src/, or one of the two files beside them. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  errors: [],
  clock: [],
  system: ['errors', 'clock'],
  contract: ['errors'],
  photo: ['errors', 'system', 'contract'],
  engine: ['errors', 'contract', 'photo'],
  http: ['errors', 'clock', 'system', 'contract'],
  config: ['errors', 'system'],
  core: ['errors', 'clock', 'system', 'contract', 'photo', 'http'],
  service: ['errors', 'clock', 'system', 'contract', 'photo', 'engine'],
  cli: ['core', 'contract', 'errors', 'clock', 'system'],
  pages: ['contract'],
};

/** What only these places of cli/ may reach: the wiring, the commands that start the service, and the look at photos. */
const CLI_EXCEPTIONS: readonly { file: RegExp; layers: readonly string[]; onlyDynamic: boolean }[] = [
  { file: /^cli\/(context|clients|connect)\.ts$/, layers: ['http', 'config'], onlyDynamic: false },
  // Tab is answered by a program of its own, which has no context.
  { file: /^cli\/(note-names|completions\/offers)\.ts$/, layers: ['config'], onlyDynamic: false },
  { file: /^cli\/completions\/offers\.ts$/, layers: ['service'], onlyDynamic: true },
  {
    file: /^cli\/commands\/(serve-action|serve\/(start-error|reach-of))\.ts$/,
    layers: ['service'],
    onlyDynamic: false,
  },
  {
    file: /^cli\/commands\/(service-places|warn-of-disk|accounts\/with-accounts|audit\/with-audit)\.ts$/,
    layers: ['service'],
    onlyDynamic: true,
  },
  { file: /^cli\/commands\/backup\/[a-z-]+\.ts$/, layers: ['service'], onlyDynamic: true },
  { file: /^cli\/look\/(look-at|sort)-photos\.ts$/, layers: ['engine'], onlyDynamic: true },
];

/** Node modules that a layer never touches. */
const FORBIDDEN_NODE: Record<string, RegExp> = {
  system: /^node:(http|https|http2|dns|tls|child_process|readline|process|tty)/,
  contract: /^node:/,
  engine: /^node:(fs|net|http|https|child_process|process|os)/,
  photo: /^node:(net|http|https|readline|process)/,
  http: /^node:(fs|readline|child_process)/,
  config: /^node:(net|http|https|readline)/,
  core: /^node:(readline|process|tty)/,
  pages: /^node:/,
};

interface Import {
  from: string;
  to: string;
  dynamic: boolean;
  typeOnly: boolean;
}

const src = resolve(import.meta.dirname, '../src');

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string, text: string): Import[] {
  const from = relative(src, file);
  const found: Import[] = [];
  for (const match of text.matchAll(/^(?:import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm)) {
    found.push({ from, to: target(file, match[2] ?? match[3]!), dynamic: false, typeOnly: match[1] !== undefined });
  }
  for (const match of text.matchAll(/(typeof\s+)?\bimport\(\s*'([^']+)'\s*\)/g)) {
    found.push({ from, to: target(file, match[2]!), dynamic: true, typeOnly: match[1] !== undefined });
  }
  return found;
}

const target = (file: string, specifier: string) =>
  specifier.startsWith('.') ? relative(src, resolve(dirname(file), specifier)) : specifier;

const layerOf = (path: string) => path.split('/')[0]!.replace(/\.ts$/, '');
const isOurs = (path: string) => path.endsWith('.ts');

function isAllowed({ from, to, dynamic, typeOnly }: Import): boolean {
  const layer = layerOf(from);
  if (!isOurs(to)) return !FORBIDDEN_NODE[layer]?.test(to);
  const wanted = layerOf(to);
  if (layer === wanted || MAY_IMPORT[layer]?.includes(wanted)) return true;
  return CLI_EXCEPTIONS.some(
    ({ file, layers, onlyDynamic }) =>
      file.test(from) && layers.includes(wanted) && (dynamic || typeOnly || !onlyDynamic),
  );
}

const wrongImports = (imports: Import[]) =>
  imports.filter((one) => !isAllowed(one)).map(({ from, to }) => `${from} imports ${to}`);

/** The first circle of imports among files, as the files along it. Imports of types and `await import()` count, too. */
function circle(imports: Import[]): string[] | undefined {
  const edges = new Map<string, string[]>();
  for (const { from, to } of imports) {
    if (isOurs(to)) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const finished = new Set<string>();
  const walk = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (finished.has(file)) return undefined;
    for (const next of edges.get(file) ?? []) {
      const found = walk(next, [...path, file]);
      if (found !== undefined) return found;
    }
    finished.add(file);
    return undefined;
  };
  for (const file of edges.keys()) {
    const found = walk(file, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

const files = sourceFiles(src).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const allImports = files.flatMap(({ file, text }) => importsOf(file, text));

test('every source file stands in a layer of the table', () => {
  const strays = files.map(({ file }) => relative(src, file)).filter((path) => MAY_IMPORT[layerOf(path)] === undefined);
  expect(strays).toEqual([]);
});

test('no layer imports what it may not', () => {
  expect(allImports.length).toBeGreaterThan(20);
  expect(wrongImports(allImports)).toEqual([]);
});

test('no file imports itself through others', () => {
  expect(circle(allImports)).toBeUndefined();
});

test.each([
  ['contract/patient.ts', "import { readFileSync } from 'node:fs';", 'node:fs'],
  ['core/client.ts', "import { createApp } from '../service/app.ts';", 'service/app.ts'],
  ['service/app.ts', "import { createClient } from '../core/client.ts';", 'core/client.ts'],
  ['cli/commands/serve.ts', "import { startService } from '../../service/start.ts';", 'service/start.ts'],
  ['cli/commands/wait.ts', "const m = await import('../../service/start.ts');", 'service/start.ts'],
  ['cli/look/look-at-photos.ts', "import { lookAtSet } from '../../engine/look.ts';", 'engine/look.ts'],
  ['cli/commands/photos/check-action.ts', "const m = await import('../../../engine/look.ts');", 'engine/look.ts'],
  ['engine/reconstruct.ts', "import { open } from 'node:fs/promises';", 'node:fs/promises'],
  ['engine/reconstruct.ts', "import { sha256Of } from '../system/sha256.ts';", 'system/sha256.ts'],
  ['system/lock.ts', "import { request } from 'node:https';", 'node:https'],
  ['pages/viewer/main.ts', "import { shown } from '../../core/shown.ts';", 'core/shown.ts'],
  ['pages/viewer/main.ts', "import { readFileSync } from 'node:fs';", 'node:fs'],
  ['service/web/page.ts', "import { start } from '../../pages/patient/main.ts';", 'pages/patient/main.ts'],
])('a planted wrong import in %s is found', (from, line, to) => {
  expect(wrongImports(importsOf(join(src, from), line))).toEqual([`${from} imports ${to}`]);
});

test.each(["import { a } from './a.ts';", "import type { A } from './a.ts';", "const { a } = await import('./a.ts');"])(
  'a planted circle by %s is found',
  (back) => {
    const planted = [
      ...importsOf(join(src, 'core/a.ts'), "import { b } from './b.ts';"),
      ...importsOf(join(src, 'core/b.ts'), back),
    ];
    expect(circle(planted)).toEqual(['core/a.ts', 'core/b.ts', 'core/a.ts']);
  },
);

test.each([
  ['system', /process\.(env|exit|std)|console\./],
  ['http', /process\.env|console\./],
  ['core', /process\.(env|exit|std)|console\./],
  ['service', /process\.(env|exit|std)|console\./],
  ['engine', /process\.|console\.|Math\.random/],
  ['photo', /process\.|console\./],
  ['config', /process\.(env|exit|std)|console\./],
  ['contract', /process\.|console\.|Date\.now|Math\.random/],
  ['pages', /process\.|console\./],
])('nobody in %s prints, exits or reads the environment', (layer, forbidden) => {
  const offenders = files
    .filter(({ file }) => layerOf(relative(src, file)) === layer)
    .flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => forbidden.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
        .map((line) => `${relative(src, file)}: ${line.trim()}`),
    );
  expect(offenders).toEqual([]);
});

test('CONTRIBUTING.md names files that are there', () => {
  const root = resolve(src, '..');
  const words = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/`([\w./-]+)`/g);
  const named = [...words]
    .map(([, word]) => word!)
    .filter((word) => /^(src|bin|test|scripts|docs)\/|\.tsx?$/.test(word));
  expect(named.length).toBeGreaterThan(20);
  const isThere = (name: string) =>
    existsSync(join(root, name)) || files.some(({ file }) => file.endsWith(`/${name.replace(/^\.\//, '')}`));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
