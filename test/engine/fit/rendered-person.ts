import type { View } from '../../../src/contract/reconstruction.ts';
import { type Camera, project, rotationOf } from '../../../src/engine/camera.ts';
import type { FitView } from '../../../src/engine/fit/fit-types.ts';
import { addRow, newEquations, solveEquations } from '../../../src/engine/fit/least-squares.ts';
import { poseModel } from '../../../src/engine/fit/posed-model.ts';
import type { FoundLandmark } from '../../../src/engine/landmarks/found-landmark.ts';
import type { LandmarkName, MorphableModel } from '../../../src/engine/morphable/morphable-model.ts';
import { pointAt, surfacePoint } from '../../../src/engine/morphable/surface-point.ts';
import { renderMask } from '../../../src/engine/render/rasterize.ts';
import { silhouetteOf } from '../../../src/engine/silhouette/silhouette.ts';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import { NOMINAL_ANGLES } from '../../../src/engine/views.ts';
import { contourOfMask } from './contour-of-mask.ts';

export interface Person {
  mesh: Mesh;
  views: FitView[];
  /** In the order of the views. */
  cameras: Camera[];
  /** Metres between the two marks. */
  span: number;
}

const DEGREE = Math.PI / 180;

/** Somebody of the model, photographed from 2.5 m with turns and shifts as in a clinic, as masks and marks. */
export function photographed(
  model: MorphableModel,
  coefficients: Float64Array,
  views: readonly View[],
  marks: readonly [LandmarkName, LandmarkName],
  shownM = 0.75,
): Person {
  const angles = new Float64Array(model.joints.length * 3);
  const posed = poseModel(model, coefficients, angles);
  const mesh: Mesh = { positions: posed.positions, triangles: model.mean.triangles };
  const points = marks.map((name) => pointAt(posed, surfacePoint(model, model.landmarks[name]!))) as [
    Float64Array,
    Float64Array,
  ];
  const middleY = (points[0][1]! + points[1][1]!) / 2 - 0.08;
  const cameras = views.map((view, i) => cameraFor(view, i, middleY, shownM));
  return {
    mesh,
    cameras,
    span: Math.hypot(...points[0].map((value, c) => value - points[1][c]!)),
    views: views.map((view, i) => {
      const camera = cameras[i]!;
      const landmarks = view === 'front' ? marks.map((name, k) => seenAt(camera, name, points[k]!)) : [];
      const mask = renderMask(mesh, camera);
      return { view, silhouette: silhouetteOf(view, mask, 8), contour: contourOfMask(mask), landmarks };
    }),
  };
}

function cameraFor(view: View, i: number, middleY: number, shownM: number): Camera {
  const stray = [1.5, -1, 0.5, -2][i % 4]!;
  const { yaw, pitch } = NOMINAL_ANGLES[view];
  const rotation = rotationOf({ yaw: (yaw + stray) * DEGREE, pitch: (pitch - stray / 2) * DEGREE, roll: 0 });
  const distance = 2.5 + 0.03 * stray;
  const [widthPx, heightPx] = [240, 320];
  return {
    widthPx,
    heightPx,
    focalPx: (heightPx / shownM) * 2.5,
    principalPx: [widthPx / 2, heightPx / 2],
    rotation,
    translation: [-rotation[1]! * middleY + 0.004 * stray, -rotation[4]! * middleY, distance - rotation[7]! * middleY],
  };
}

function seenAt(camera: Camera, name: LandmarkName, at: Float64Array): FoundLandmark {
  const pixel = new Float64Array(3);
  project(camera, at[0]!, at[1]!, at[2]!, pixel);
  return { name, xPx: pixel[0]!, yPx: pixel[1]!, sigmaPx: 1 };
}

/** Mean distance of corresponding vertices that `counts`, after the best rigid laying of one on the other; mm. */
export function meanDistanceMm(found: Mesh, truth: Mesh, counts: (vertex: number) => boolean): number {
  const at = found.positions.slice();
  const columns = Int32Array.of(0, 1, 2, 3, 4, 5);
  const each = (visit: (i: number) => void) => {
    for (let i = 0; i < at.length; i += 3) if (counts(i / 3)) visit(i);
  };
  for (let round = 0; round < 4; round++) {
    const equations = newEquations(6);
    each((i) => {
      const [x, y, z] = [at[i]!, at[i + 1]!, at[i + 2]!];
      const rows = [
        [0, z, -y, 1, 0, 0],
        [-z, 0, x, 0, 1, 0],
        [y, -x, 0, 0, 0, 1],
      ];
      rows.forEach((row, c) => {
        addRow(equations, Float64Array.from(row), at[i + c]! - truth.positions[i + c]!, 1, columns);
      });
    });
    const [u, v, w, dx, dy, dz] = solveEquations(equations, 0) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < at.length; i += 3) {
      const [x, y, z] = [at[i]!, at[i + 1]!, at[i + 2]!];
      at[i] = x + v * z - w * y + dx;
      at[i + 1] = y + w * x - u * z + dy;
      at[i + 2] = z + u * y - v * x + dz;
    }
  }
  let [sum, count] = [0, 0];
  each((i) => {
    sum += Math.hypot(...[0, 1, 2].map((c) => at[i + c]! - truth.positions[i + c]!));
    count++;
  });
  return (sum / count) * 1000;
}
