// Builds the code that bin/recon.js runs: split, so that a command loads no more than it needs, and then made CommonJS,
// of which compiled code can be kept.
// `--samples` builds the renderer of the sample photos instead, `--train` the program that learns people's shapes.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { makeCodeCache, makeCommonJs, makeWholeCodeCache } from './code-cache.mjs';
import { importTypeScript } from './import-typescript.mjs';
import { refuseNamelessImports } from './nameless-imports.mjs';
import { buildPages } from './pages.mjs';
import { noSecondSignal } from './signal-plugin.mjs';
import { commanderWithoutPrograms, LLHTTP, oneChunkEach, skipPassingOn, smallUndici } from './start-up-plugins.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const samples = process.argv.includes('--samples');
const train = process.argv.includes('--train');
const outdir = `${root}${samples || train ? 'build' : 'dist'}`;

/** The processes that a service starts: the program of each, the file with its code, and what it may use. */
const { GENERATING, DECODING, LOOKING, heapFlags } = await importTypeScript('src/service/worker/limits.ts');
const PROCESSES = [
  { program: 'worker', code: 'generate', limits: GENERATING },
  { program: 'decoder', code: 'decode', limits: DECODING },
  { program: 'looker', code: 'look', limits: LOOKING },
];

rmSync(outdir, { recursive: true, force: true });
const shared = {
  absWorkingDir: root,
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Native parts stay where npm put them. All else is bundled: reading some hundred small files costs more than running
  // them, half of the service's start.
  external: ['sharp', 'libsql', '@napi-rs/keyring', 'heic-decode'],
  // Less to read at start-up; names stay, so that an error can be followed.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

if (samples) await build({ ...shared, entryPoints: { samples: 'scripts/samples/main.ts' } });
else if (train) await build({ ...shared, entryPoints: { train: 'scripts/train/main.ts' } });
else {
  const chunks = oneChunkEach(root, [
    'src/cli/main.ts',
    'src/config/configuration.ts',
    'src/core/answer.ts',
    'src/cli/output/patient-writer.ts',
    'src/cli/connect.ts',
  ]);
  const plugins = [chunks, commanderWithoutPrograms, smallUndici, noSecondSignal];
  const program = await build({ ...shared, plugins, entryPoints: { recon: 'src/cli/main.ts' } });
  skipPassingOn(outdir, program.metafile, 'recon.js');
  // The programs of the service's other processes are a file each: they share no chunk with the start.
  const workers = await build({
    ...shared,
    splitting: false,
    entryPoints: Object.fromEntries(PROCESSES.map(({ code }) => [code, `src/service/worker/${code}.ts`])),
  });
  // What Tab waits for writes no settings.
  const external = [...shared.external, 'conf'];
  const tab = await build({
    ...shared,
    splitting: false,
    entryPoints: { tab: 'src/cli/completions/tab.ts' },
    external,
  });
  for (const { metafile } of [program, workers, tab]) refuseNamelessImports(metafile);
  for (const [file, theirs] of Object.entries(LLHTTP)) {
    writeFileSync(`${outdir}/${file}`, createRequire(import.meta.url)(`undici/lib/llhttp/${theirs}`));
  }
  await makeCommonJs(outdir);
  for (const { program, code } of PROCESSES) {
    writeFileSync(`${outdir}/${program}.js`, `import { load } from '../bin/load.js';\nload('${code}.cjs');\n`);
  }
  copyFileSync(`${root}src/engine/morphable/people.bin`, `${outdir}/people.bin`);
  // For the card of an invitation: a machine may have no fonts at all.
  mkdirSync(`${outdir}/fonts`);
  const fonts = new URL('.', import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
  for (const font of ['DejaVuSans.ttf', 'DejaVuSansMono.ttf']) {
    copyFileSync(new URL(font, fonts), `${outdir}/fonts/${font}`);
  }
  writeFileSync(`${outdir}/fonts/fonts.conf`, '<?xml version="1.0"?>\n<fontconfig></fontconfig>\n');
  writeFileSync(`${outdir}/help.txt`, helpOf());
  for (const { name, gzipBytes } of await buildPages(root, outdir)) {
    console.log(`page ${name}: ${(gzipBytes / 1000).toFixed(1)} kB gzipped`);
  }
  await makeCodeCache();
  for (const { code, limits } of PROCESSES) await makeWholeCodeCache(`${code}.cjs`, heapFlags(limits));
}
chmodSync(`${root}bin/recon.js`, 0o755);

/** What `recon --help` prints, which bin/recon.js shows without loading the program. */
function helpOf() {
  return execFileSync(process.execPath, [`${root}bin/recon.js`, '--help'], { encoding: 'utf8' });
}
