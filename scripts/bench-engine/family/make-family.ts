import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { volumeOf } from '../../../src/engine/surface/mesh.ts';
import { figureFrom } from '../../samples/figure.ts';
import { renderScene } from '../../samples/photo.ts';
import { FAMILY, type ManifestSubject } from '../subjects.ts';
import { somePhysique } from './physique.ts';
import { moment, somePosture } from './posture.ts';
import { randomOf } from './random.ts';
import { heightsOf, marksOf, measuresOf, stand } from './stand.ts';
import { cameraFile, SET_OF, someCamera, someFraming, someStudio, VIEWS_OF } from './studio.ts';
import { plyOf, truthOf } from './truth.ts';

/**
 * Makes people of another family than those of the data: they consist of ellipsoids and lofts like the sample people,
 * and each has its own build, face, colours, posture, wall, light and lens. The result has the form of a data folder.
 * People that an earlier run made stay. Women and men take turns; every run makes the same people.
 */
export async function makeFamily(folder: string, count: number): Promise<string> {
  const people: Record<string, ManifestSubject> = {};
  for (let seed = 0; seed < count; seed++) {
    const name = `${seed % 2 === 0 ? 'w' : 'n'}${seed + 1}`;
    const path = join(folder, name, 'person.json');
    if (!existsSync(path)) {
      console.log(`making ${name} of the other family`);
      writeFileSync(path, JSON.stringify(await makePerson(folder, name, seed)));
    }
    people[name] = JSON.parse(readFileSync(path, 'utf8'));
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ tiers: { [FAMILY]: people } }));
  return folder;
}

async function makePerson(folder: string, name: string, seed: number): Promise<ManifestSubject> {
  const random = randomOf(seed);
  const isWoman = seed % 2 === 0;
  const figure = figureFrom(somePhysique(random, isWoman));
  const posture = somePosture(random, isWoman);
  const standing = stand(figure, posture);
  const heights = heightsOf(standing);
  const studio = someStudio(random);
  const cases: ManifestSubject['cases'] = {};
  for (const set of ['torso', 'head', 'body'] as const) {
    mkdirSync(join(folder, name, set), { recursive: true });
    const framing = someFraming(SET_OF[set], heights, random);
    const [photos, cameras]: [Record<string, string>, Record<string, unknown>] = [{}, {}];
    for (const view of VIEWS_OF[set]) {
      const camera = someCamera(framing, view, random);
      const { atRest, grid } = stand(figure, moment(posture, random));
      const { picture, hit } = renderScene({ figure, grid, atRest, studio }, camera);
      photos[view] = `${name}/${set}/${view}.jpg`;
      cameras[view] = cameraFile(camera);
      const size = { width: picture.widthPx, height: picture.heightPx };
      await sharp(picture.rgb, { raw: { ...size, channels: 3 } })
        .jpeg({ quality: 92 })
        .toFile(join(folder, photos[view]));
      const mask = hit.map((one) => one * 255);
      await sharp(mask, { raw: { ...size, channels: 1 } })
        .png()
        .toFile(join(folder, name, set, `${view}.mask.png`));
    }
    writeFileSync(join(folder, name, set, 'cameras.json'), JSON.stringify({ cameras }));
    cases[set] = { photos, cameras: `${name}/${set}/cameras.json` };
  }
  const truth = truthOf(standing, heights.crown);
  writeFileSync(join(folder, name, 'gt.ply'), plyOf(truth));
  return {
    gt: `${name}/gt.ply`,
    params: { gender: isWoman ? 0 : 1 },
    landmarks: marksOf(standing),
    measurements: { ...measuresOf(standing), body_volume_l: volumeOf(truth.mesh) * 1000 },
    cases,
  };
}
