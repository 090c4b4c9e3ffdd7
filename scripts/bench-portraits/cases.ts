import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vec3 } from '../../src/engine/vector.ts';
import { readSubjects } from '../bench-engine/subjects.ts';

type Place = readonly [x: number, y: number];

/** A front photo of a face, and where its marks truly are: px of the photo, (0, 0) its upper left corner. */
export interface FaceCase {
  name: string;
  group: string;
  photoPath: string;
  pupils: { pupil_right: Place; pupil_left: Place };
  /** The other marks that are known. */
  others: ReadonlyMap<string, Place>;
}

/** Points of a `.tem` file with 189 points, the middle of them where there are two. `left` and `right` are the person's, so left lies on the picture's right. */
const TEM_POINTS = {
  eye_right_outer: [18],
  eye_right_inner: [22],
  eye_left_inner: [23],
  eye_left_outer: [27],
  nose_wing_right: [62, 63],
  nose_wing_left: [67, 68],
  mouth_right: [87],
  mouth_left: [93],
  chin: [129],
} as const;

/** `NAME.jpg` or `NAME.png` with `NAME.tem` beside it: the number of points, then one point's `x y` in px per line. */
export function portraitsOf(folder: string): FaceCase[] {
  const files = readdirSync(folder).sort();
  return files.filter(isPhoto).flatMap((file) => {
    const name = file.slice(0, file.lastIndexOf('.'));
    if (!files.includes(`${name}.tem`)) return [];
    const points = pointsOf(readFileSync(join(folder, `${name}.tem`), 'utf8'));
    const others = Object.entries(points.length === 189 ? TEM_POINTS : {}).map(
      ([mark, indices]) => [mark, middleOf(indices.map((index) => points[index]!))] as const,
    );
    return [
      {
        name,
        group: 'portraits',
        photoPath: join(folder, file),
        pupils: { pupil_right: points[0]!, pupil_left: points[1]! },
        others: new Map(others),
      },
    ];
  });
}

const middleOf = (places: readonly Place[]): Place => [
  places.reduce((sum, [x]) => sum + x, 0) / places.length,
  places.reduce((sum, [, y]) => sum + y, 0) / places.length,
];

const isPhoto = (file: string) => /\.(jpe?g|png)$/i.test(file);

function pointsOf(text: string): Place[] {
  const [count, ...lines] = text.split(/\r?\n/);
  return lines.slice(0, Number(count)).map((line) => {
    const [x, y] = line.trim().split(/\s+/).map(Number);
    return [x!, y!];
  });
}

/** The rendered heads of a data folder. */
export function headsOf(folder: string): FaceCase[] {
  return readSubjects(folder).flatMap(({ name, tier, photos, cameras, landmarks }) => {
    const photoPath = photos.head?.front;
    if (photoPath === undefined || cameras.head === undefined) return [];
    const camera: CameraFile = JSON.parse(readFileSync(cameras.head, 'utf8')).cameras.front;
    const { pupil_right, pupil_left } = landmarks;
    const pupils = { pupil_right: seenAt(camera, pupil_right), pupil_left: seenAt(camera, pupil_left) };
    return [{ name, group: tier, photoPath, pupils, others: new Map() }];
  });
}

/** World to picture: `K (R x + t)`, y down. */
interface CameraFile {
  K: number[][];
  R: number[][];
  t: number[];
}

function seenAt({ K, R, t }: CameraFile, point: Vec3): Place {
  const times = (row: readonly number[], v: readonly number[]) => row[0]! * v[0]! + row[1]! * v[1]! + row[2]! * v[2]!;
  const seen = R.map((row, i) => times(row, point) + t[i]!);
  return [times(K[0]!, seen) / seen[2]!, times(K[1]!, seen) / seen[2]!];
}
