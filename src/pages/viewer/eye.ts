import { PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Vec3 } from './measure/vector.ts';
import type { Model } from './model.ts';

/** A long lens, as for clinical photos. */
const FIELD_DEGREES = 24;
/** Free space round a model. */
const MARGIN = 1.12;
const TURN = Math.PI / 36;

/** How far from a model's middle all of it is seen in a picture of this shape. */
function awayFrom({ low, high }: Pick<Model, 'low' | 'high'>, aspect: number): number {
  const [x, y, z] = [0, 1, 2].map((c) => (high[c]! - low[c]!) / 2) as [number, number, number];
  const wide = Math.hypot(x, z);
  const reach = Math.max(y, wide / Math.max(0.2, aspect));
  return (reach * MARGIN) / Math.tan((FIELD_DEGREES * Math.PI) / 360) + wide;
}

/** The camera, and what moves it: pointer, wheel and fingers by itself, all else by these functions. */
export function createEye(canvas: HTMLCanvasElement, { onMoved, onTaken }: { onMoved(): void; onTaken(): void }) {
  const camera = new PerspectiveCamera(FIELD_DEGREES, 1, 0.01, 50);
  const controls = new OrbitControls(camera, canvas);
  controls.addEventListener('change', onMoved);
  controls.addEventListener('start', onTaken);
  const arm = () => new Vector3().subVectors(camera.position, controls.target);
  const zoom = (factor: number) => {
    const wanted = arm().multiplyScalar(factor).clampLength(controls.minDistance, controls.maxDistance);
    camera.position.addVectors(controls.target, wanted);
    controls.update();
  };

  return {
    camera,
    /** With several panes the place under the pointer is not known to what zooms. */
    zoomsToPointer: (whether: boolean) => {
      controls.zoomToCursor = whether;
    },
    /** So that all of a model is seen in a picture of this shape. */
    lookFrom: (model: Pick<Model, 'low' | 'high'>, aspect: number, [x, y, z]: Vec3) => {
      const { low, high } = model;
      const away = awayFrom(model, aspect);
      controls.target.set((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
      camera.position.set(x, y, z).setLength(away).add(controls.target);
      camera.near = away / 50;
      camera.far = away * 10;
      controls.minDistance = away / 20;
      controls.maxDistance = away * 4;
      controls.update();
    },
    /** From the same side, as near or as far as before, where the picture's shape is another one. */
    reshape: (model: Pick<Model, 'low' | 'high'>, before: number, now: number) => {
      zoom(awayFrom(model, now) / awayFrom(model, before));
    },
    standAt: (place: Vector3) => {
      camera.position.copy(place);
      controls.update();
    },
    /** Round the model, by steps to the right and upwards. */
    turn: (right: number, up: number) => {
      const angles = new Spherical().setFromVector3(arm());
      angles.theta -= right * TURN;
      angles.phi = Math.min(Math.PI - 0.01, Math.max(0.01, angles.phi + up * TURN));
      camera.position.setFromSpherical(angles).add(controls.target);
      controls.update();
    },
    /** From what is looked at towards the eye. */
    direction: () => arm().normalize().toArray(),
    zoom,
    pan: (right: number, up: number) => {
      const step = arm().length() / 30;
      const shift = new Vector3().setFromMatrixColumn(camera.matrix, 0).multiplyScalar(right * step);
      shift.addScaledVector(new Vector3().setFromMatrixColumn(camera.matrix, 1), up * step);
      controls.target.add(shift);
      camera.position.add(shift);
      controls.update();
    },
    /** Gives what brings the eye back to where it is now. */
    pose: () => {
      const [position, target] = [camera.position.clone(), controls.target.clone()];
      const { near, far } = camera;
      const { minDistance, maxDistance } = controls;
      return () => {
        camera.position.copy(position);
        controls.target.copy(target);
        Object.assign(camera, { near, far });
        Object.assign(controls, { minDistance, maxDistance });
        controls.update();
      };
    },
  };
}
