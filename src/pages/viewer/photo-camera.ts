import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import type { PhotoCamera } from '../../contract/viewer.ts';

/** CSS pixels, from the upper left corner. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

const NEAR_M = 0.05;
const FAR_M = 20;

/**
 * The eye that draws the model as the photo shows the person, wherever the model `lies`. A pinhole's y and z point the
 * other way than an eye's.
 */
export function cameraOfPhoto(
  { rotation: r, translation: t, ...lens }: PhotoCamera,
  lies: Matrix4 = new Matrix4(),
): PerspectiveCamera {
  const eye = new PerspectiveCamera();
  const [right, down, away] = [0, 3, 6].map((at) => new Vector3(r[at], r[at + 1], r[at + 2])) as [
    Vector3,
    Vector3,
    Vector3,
  ];
  eye.position.copy(right).multiplyScalar(-t[0]).addScaledVector(down, -t[1]).addScaledVector(away, -t[2]);
  eye.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(right, down.clone().negate(), away.clone().negate()));
  const scale = NEAR_M / lens.focalPx;
  const [cx, cy] = lens.principalPx;
  eye.projectionMatrix.makePerspective(
    -cx * scale,
    (lens.widthPx - cx) * scale,
    cy * scale,
    (cy - lens.heightPx) * scale,
    NEAR_M,
    FAR_M,
  );
  eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
  eye.applyMatrix4(lies);
  eye.updateMatrixWorld();
  return eye;
}

/** The largest rectangle of a photo's shape inside another. */
export function fittedInto(
  pane: Rectangle,
  { widthPx, heightPx }: Pick<PhotoCamera, 'widthPx' | 'heightPx'>,
): Rectangle {
  const scale = Math.min(pane.width / widthPx, pane.height / heightPx);
  const [width, height] = [widthPx * scale, heightPx * scale];
  return { x: pane.x + (pane.width - width) / 2, y: pane.y + (pane.height - height) / 2, width, height };
}
