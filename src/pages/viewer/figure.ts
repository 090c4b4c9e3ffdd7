import { DirectionalLight, Group, HemisphereLight, type PerspectiveCamera, Scene, Vector3 } from 'three';
import type { Model } from './model.ts';
import { showShading } from './shading.ts';

/** A model where it stands in the picture: one of them, or two side by side under the same camera. */
export interface Figure {
  model: Model;
  scene: Scene;
  /** Lays the model where it is compared. */
  group: Group;
}

/** A figure with its light; the light stands where the eye does. */
export function figureOf(model: Model): Figure {
  const scene = new Scene();
  const group = new Group();
  group.matrixAutoUpdate = false;
  scene.add(group, new HemisphereLight(0xffffff, 0xb0a8a0, 1.7), new DirectionalLight(0xffffff, 1.6));
  showShading(group, model, { kind: 'texture' });
  return { model, scene, group };
}

export function lightFrom(scene: Scene, eye: PerspectiveCamera): void {
  const light = scene.children.find((one) => one instanceof DirectionalLight);
  light?.position.copy(eye.position).addScaledVector(new Vector3(0, 1, 0), eye.position.length() * 0.25);
}
