import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ReconError, systemErrorCode } from '../../errors.ts';
import type { Context } from '../context.ts';
import { checkExtracted } from './demo/check-extracted.ts';
import { type SamplePerson, samplePeople } from './demo/sample-people.ts';
import { type Stage, setStage } from './demo/stage.ts';

/** The main job, by the commands a person would type; the folder of what came out goes to stdout. */
export async function runDemo(typedFolder: string | undefined, context: Context): Promise<void> {
  const { streams, clock } = context;
  if (context.globals().dryRun) return streams.say('Would run the whole job and leave what comes out in a new folder');
  const startedAt = clock.monotonic();
  const folder = await makeFolder(typedFolder);
  streams.say('The whole job on a temporary service, with two synthetic people. Nothing of yours is touched.');
  streams.say('');
  try {
    const { ana, ben } = await samplePeople(context.packageInfo().root);
    const stage = await setStage(context);
    try {
      await playOut(stage, { ana, ben }, folder);
    } finally {
      await stage.close();
    }
  } catch (error) {
    // An empty folder would be taken for a result.
    await rmdir(folder).catch(() => {});
    throw error;
  }
  const seconds = Math.round((clock.monotonic() - startedAt) / 1000);
  streams.say('');
  streams.say(`Everything worked, in ${seconds} s. Photos, checksums and models were compared. Look into:`);
  for (const line of await findings(folder)) streams.say(`  ${line}`);
  streams.say('Any viewer of glTF files shows a model.glb; Blender and most 3D programs open it too.');
  streams.say({ before: 'Your turn', command: ['serve'] });
  await streams.answer(folder);
}

async function playOut(stage: Stage, { ana, ben }: Record<'ana' | 'ben', SamplePerson>, folder: string): Promise<void> {
  const benId = await create(stage, ben, [
    ...['--type', 'body', '--provider', 'body', '--photos', ben.photos('body'), ...ben.measureFlag('hipline')],
    '--no-wait',
  ]);
  const anaId = await create(stage, ana, [
    ...['--type', 'face', '--provider', 'head-hq', '--photos', ana.photos('face'), ...ana.measureFlag('eye_distance')],
  ]);
  await stage.show(['wait', benId]);
  await stage.show(['patients', 'list']);
  await stage.show(['patients', 'get', anaId]);
  await download(stage, anaId, 'face', join(folder, 'ana-face'), ana.photos('face'));
  await download(stage, benId, 'body', join(folder, 'ben-body'), ben.photos('body'));
}

async function create(stage: Stage, person: SamplePerson, flags: string[]): Promise<string> {
  const id = (await stage.type(['patients', 'create', ...person.patientFlags, ...flags])).trim();
  if (/^\d+$/.test(id)) return id;
  throw new ReconError('protocol', `create did not print an id but ${JSON.stringify(id)}`);
}

async function download(stage: Stage, id: string, type: string, target: string, photos: string): Promise<void> {
  await stage.type(['download', id, '--type', type, '--to', `${target}.zip`, '--extract', target]);
  await checkExtracted(target, photos);
}

/** The folder that was named, or `recon-demo`, `recon-demo-2`, … in the current one; made here. */
async function makeFolder(typed: string | undefined): Promise<string> {
  for (let count = 1; ; count++) {
    const folder = typed ?? (count === 1 ? 'recon-demo' : `recon-demo-${count}`);
    try {
      await mkdir(folder);
      return folder;
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw unusable(folder, error);
      if (typed !== undefined && (await isEmptyFolder(typed))) return typed;
      if (typed !== undefined) {
        throw new ReconError('usage', `${JSON.stringify(typed)} is there already, and not an empty folder`, {
          hint: { command: ['demo', 'NEW-FOLDER'] },
        });
      }
    }
  }
}

const isEmptyFolder = async (path: string) => (await readdir(path).catch(() => ['not a folder'])).length === 0;

function unusable(folder: string, error: unknown): unknown {
  const reasons = { ENOENT: 'its parent folder is not there', EACCES: 'permission denied', EROFS: 'it is read-only' };
  const reason = new Map(Object.entries(reasons)).get(systemErrorCode(error) ?? '');
  if (reason === undefined) return error;
  return new ReconError('storage', `cannot make the folder ${JSON.stringify(folder)}: ${reason}`, {
    hint: { command: ['demo', 'FOLDER'] },
    cause: error,
  });
}

async function findings(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => /model\.glb$|photos$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
