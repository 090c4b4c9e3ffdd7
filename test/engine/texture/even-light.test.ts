import { expect, test } from 'vitest';
import { rotationOf } from '../../../src/engine/camera.ts';
import { type Mesh, vertexNormals } from '../../../src/engine/surface/mesh.ts';
import { evenLight } from '../../../src/engine/texture/even-light.ts';
import { ellipsoid, levelCamera, meshOf } from '../figures.ts';

type Colour = readonly [number, number, number];
type Place = readonly [number, number, number];

const mesh: Mesh = meshOf(ellipsoid(0.3, 0.45, 0.25), 0.5, 0.02);
const isCap = new Uint8Array(mesh.triangles.length / 3);
const normals = vertexNormals(mesh);
const count = normals.length / 3;
const person = { mesh, isCap, isArm: new Uint8Array(count) };
/** Left, front, right, back. */
const YAWS = [-90, 0, 90, 180];
const FRONT = 1;
const cameras = YAWS.map((yaw) => levelCamera(yaw, 4));

/** Linear light. */
const SKIN: Colour = [0.45, 0.26, 0.18];
const BRUISE: Colour = [0.27, 0.13, 0.2];
const HAIR: Colour = [0.05, 0.035, 0.03];

const at = (values: ArrayLike<number>, i: number): Place => [values[i * 3]!, values[i * 3 + 1]!, values[i * 3 + 2]!];
const dot = (a: Place, b: Place) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

interface Lamp {
  /** From the person, in the camera's right, down and away. */
  from: Place;
  strength: Colour;
  /** Light from all sides. */
  around: number;
}

/** Beside the camera, upper left, warm. */
const FROM_ONE_SIDE: Lamp = { from: [-0.65, -0.5, -0.57], strength: [0.8, 0.72, 0.64], around: 0.2 };
const FROM_ALL_SIDES: Lamp = { from: [0, 0, -1], strength: [0, 0, 0], around: 0.8 };

/** Every photo's colours of the vertices, in 8-bit steps, and its weights; the lamp stands where the camera does. */
function photographed(paint: (place: Place) => Colour, lamp: Lamp, exposures: readonly number[] = [1, 1, 1, 1]) {
  const weights = YAWS.map(() => new Float32Array(count));
  const colours = YAWS.map((yaw, view) => {
    const r = rotationOf({ yaw: (yaw * Math.PI) / 180, pitch: 0, roll: 0 });
    return Float32Array.from({ length: count * 3 }, (_, k) => {
      const i = Math.floor(k / 3);
      const n = at(normals, i);
      const turned: Place = [dot(n, at(r, 0)), dot(n, at(r, 1)), dot(n, at(r, 2))];
      weights[view]![i] = Math.max(0, -turned[2]) ** 12;
      const lit = lamp.around + lamp.strength[k % 3]! * Math.max(0, (dot(turned, lamp.from) + 0.4) / 1.4);
      return encoded(paint(at(mesh.positions, i))[k % 3]! * lit * exposures[view]!);
    });
  });
  return { weights, colours };
}

const encoded = (linear: number) => 255 * Math.min(1, linear) ** (1 / 2.2);

/** How far apart, as a factor's natural log, the seen vertices' colours are from the paint times one factor: root mean square. */
function unevenness(colours: readonly Float32Array[], weights: readonly Float32Array[], paint: (p: Place) => Colour) {
  const logs: number[] = [];
  colours.forEach((own, view) => {
    for (let i = 0; i < count; i++) {
      if (weights[view]![i]! < 0.01) continue;
      const truth = paint(at(mesh.positions, i));
      for (let c = 0; c < 3; c++) logs.push(Math.log(own[i * 3 + c]! / encoded(truth[c]!)));
    }
  });
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / logs.length);
}

const plain = () => SKIN;

test('a person lit from one side comes out equally bright all round', () => {
  const { colours, weights } = photographed(plain, FROM_ONE_SIDE);
  expect(unevenness(colours, weights, plain)).toBeGreaterThan(0.12);
  evenLight(person, colours, weights, cameras, FRONT);
  expect(unevenness(colours, weights, plain)).toBeLessThan(0.04);
});

test('a photo with another exposure is brought to the front photo’s level', () => {
  const { colours, weights } = photographed(plain, FROM_ONE_SIDE, [0.8, 1, 1, 1.2]);
  const before = usual(colours[FRONT]!, weights[FRONT]!);
  evenLight(person, colours, weights, cameras, FRONT);
  expect(unevenness(colours, weights, plain)).toBeLessThan(0.04);
  expect(Math.abs(Math.log(usual(colours[FRONT]!, weights[FRONT]!) / before))).toBeLessThan(0.03);
});

/** Weighted mean of the green channel. */
function usual(colours: Float32Array, weights: Float32Array): number {
  let [sum, total] = [0, 0];
  weights.forEach((weight, i) => {
    sum += weight * colours[i * 3 + 1]!;
    total += weight;
  });
  return sum / total;
}

test('even light is left as it is', () => {
  const { colours, weights } = photographed(plain, FROM_ALL_SIDES);
  for (const own of evenLight(person, colours, weights, cameras, FRONT)) {
    expect(own.every((gain) => Math.abs(Math.log(gain)) < 0.01)).toBe(true);
  }
});

/** On the front, the person's left. */
const bruised =
  (radius: number) =>
  ([x, y, z]: Place) =>
    z > 0 && Math.hypot(x - 0.12, y + 0.05) < radius ? BRUISE : SKIN;

test.each([0.07, 0.15])('a bruise of %f m keeps its colour against the skin', (radius) => {
  const paint = bruised(radius);
  const { colours, weights } = photographed(paint, FROM_ONE_SIDE);
  evenLight(person, colours, weights, cameras, FRONT);
  expect(unevenness(colours, weights, paint)).toBeLessThan(0.04);
  const contrast = [0, 1, 2].map((c) =>
    meanLog(colours[FRONT]!, weights[FRONT]!, c, (i) => paint(at(mesh.positions, i)) === BRUISE),
  );
  for (let c = 0; c < 3; c++) {
    const skin = meanLog(colours[FRONT]!, weights[FRONT]!, c, (i) => paint(at(mesh.positions, i)) === SKIN);
    const truth = Math.log(encoded(BRUISE[c]!) / encoded(SKIN[c]!));
    expect(Math.abs(contrast[c]! - skin - truth)).toBeLessThan(0.05);
  }
});

function meanLog(colours: Float32Array, weights: Float32Array, c: number, counts: (i: number) => boolean): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (weights[i]! < 0.01 || !counts(i)) continue;
    sum += Math.log(colours[i * 3 + c]!);
    total++;
  }
  return sum / total;
}

test('hair on half of what is seen is not taken for shade', () => {
  const haired = ([, y, z]: Place) => (y > 0.1 || z < -0.05 ? HAIR : SKIN);
  const { colours, weights } = photographed(haired, FROM_ONE_SIDE);
  evenLight(person, colours, weights, cameras, FRONT);
  expect(unevenness(colours, weights, haired)).toBeLessThan(0.08);
});

test('an arm that lies beside where a photo shows it tells nothing about the light', () => {
  const isArm = Uint8Array.from({ length: count }, (_, i) => (mesh.positions[i * 3]! > 0.12 ? 1 : 0));
  // The photo shows dark skin there, in the shade of the trunk.
  const wrong = photographed(([x]) => (x > 0.12 ? [0.36, 0.2, 0.13] : SKIN), FROM_ONE_SIDE);
  const right = photographed(plain, FROM_ONE_SIDE);
  const gains = [wrong, right].map(({ colours, weights }) => {
    const ofTrunk = evenLight({ ...person, isArm }, colours, weights, cameras, FRONT)[FRONT]!;
    return [...isArm.keys()]
      .filter((i) => isArm[i] === 0 && weights[FRONT]![i]! > 0.05)
      .map((i) => ofTrunk[i * 3 + 1]!);
  });
  const apart = gains[0]!.map((gain, k) => Math.abs(Math.log(gain / gains[1]![k]!)));
  expect(Math.max(...apart)).toBeLessThan(0.01);
});
