import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Matrix4,
  PerspectiveCamera,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { PhotoCamera } from '../../contract/viewer.ts';
import type { SurfacePoint } from './measure/surface.ts';
import type { Vec3 } from './measure/vector.ts';
import type { Model } from './model.ts';
import { cameraOfPhoto, fittedInto, type Rectangle } from './photo-camera.ts';
import { type Shading, showShading } from './shading.ts';

/** A model where it stands in the picture: one of them, or two side by side under the same camera. */
export interface Figure {
  model: Model;
  scene: Scene;
  /** Lays the model where it is compared. */
  group: Group;
}

export type Stage = ReturnType<typeof createStage>;

/** A long lens, as for clinical photos. */
const FIELD_DEGREES = 24;
/** Free space round a model. */
const MARGIN = 1.12;
const TURN = Math.PI / 36;
/** Of a picture at rest: edges are smooth because each pixel is drawn as four. */
const FINE = 2;
/** Where a fine picture takes longer, a coarse one is drawn while it moves. */
const SLOW_MS = 25;
const COARSE = 0.75;
/** A picture rests if nothing has changed for so long. */
const REST_MS = 200;

/** The picture: figures, one camera for all of them, and what turns it. Drawn when something has changed, not all the time. */
export function createStage(canvas: HTMLCanvasElement, onDrawn: () => void) {
  const renderer = new WebGLRenderer({ canvas });
  renderer.setScissorTest(true);
  const camera = new PerspectiveCamera(FIELD_DEGREES, 1, 0.01, 50);
  const controls = new OrbitControls(camera, canvas);
  controls.zoomToCursor = true;
  let figures: readonly Figure[] = [];
  let photo: { camera: PhotoCamera; eye: PerspectiveCamera } | undefined;
  let waiting = false;
  let isSlow = true;
  let resting: ReturnType<typeof setTimeout> | undefined;

  /** Where the figure with this number is drawn, in CSS pixels from the upper left corner. */
  const paneOf = (number: number): Rectangle => {
    const pane = { x: 0, y: 0, width: canvas.clientWidth / Math.max(1, figures.length), height: canvas.clientHeight };
    pane.x = pane.width * number;
    return photo === undefined ? pane : fittedInto(pane, photo.camera);
  };

  const draw = (ratio: number) => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (canvas.width !== Math.floor(width * ratio) || canvas.height !== Math.floor(height * ratio)) {
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
    }
    renderer.setScissor(0, 0, width, height);
    renderer.clear();
    figures.forEach(({ scene }, number) => {
      const pane = paneOf(number);
      const bottom = height - pane.y - pane.height;
      renderer.setViewport(pane.x, bottom, pane.width, pane.height);
      renderer.setScissor(pane.x, bottom, pane.width, pane.height);
      const eye = eyeFor(pane);
      lightFrom(scene, eye);
      renderer.render(scene, eye);
    });
    onDrawn();
  };
  const drawFine = () => {
    clearTimeout(resting);
    const begunAt = performance.now();
    draw(Math.max(FINE, window.devicePixelRatio));
    // Waits until it is drawn.
    const context = renderer.getContext();
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
    isSlow = performance.now() - begunAt > SLOW_MS;
  };
  const drawMoving = () => {
    waiting = false;
    if (!isSlow) return drawFine();
    draw(COARSE);
    clearTimeout(resting);
    resting = setTimeout(drawFine, REST_MS);
  };
  const eyeFor = (pane: Rectangle): PerspectiveCamera => {
    if (photo !== undefined) return photo.eye;
    camera.aspect = pane.width / pane.height;
    camera.updateProjectionMatrix();
    return camera;
  };
  const redraw = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(drawMoving);
  };
  const leavePhoto = () => {
    if (photo === undefined) return;
    const { eye } = photo;
    photo = undefined;
    camera.position.copy(eye.position);
    controls.update();
    redraw();
  };
  controls.addEventListener('change', redraw);
  controls.addEventListener('start', leavePhoto);
  new ResizeObserver(redraw).observe(canvas);

  const lookFrom = ([x, y, z]: Vec3) => {
    leavePhoto();
    const [first] = figures;
    if (first === undefined) return;
    const { low, high } = first.model;
    const pane = paneOf(0);
    const half = [0, 1, 2].map((c) => (high[c]! - low[c]!) / 2);
    controls.target.set(low[0] + half[0]!, low[1] + half[1]!, low[2] + half[2]!);
    const reach = Math.max(half[1]!, Math.hypot(half[0]!, half[2]!) / Math.max(0.2, pane.width / pane.height));
    const away = (reach * MARGIN) / Math.tan((FIELD_DEGREES * Math.PI) / 360) + Math.hypot(half[0]!, half[2]!);
    camera.position.set(x, y, z).setLength(away).add(controls.target);
    camera.near = away / 50;
    camera.far = away * 10;
    controls.minDistance = away / 20;
    controls.maxDistance = away * 4;
    controls.update();
    redraw();
  };

  /** Turns the eye round the model, by steps to the right and upwards. */
  const turn = (right: number, up: number) => {
    leavePhoto();
    const arm = new Vector3().subVectors(camera.position, controls.target);
    const angles = new Spherical().setFromVector3(arm);
    angles.theta -= right * TURN;
    angles.phi = Math.min(Math.PI - 0.01, Math.max(0.01, angles.phi + up * TURN));
    camera.position.setFromSpherical(angles).add(controls.target);
    controls.update();
    redraw();
  };
  const zoom = (factor: number) => {
    leavePhoto();
    const arm = new Vector3().subVectors(camera.position, controls.target).multiplyScalar(factor);
    arm.clampLength(controls.minDistance, controls.maxDistance);
    camera.position.addVectors(controls.target, arm);
    controls.update();
    redraw();
  };
  const pan = (right: number, up: number) => {
    leavePhoto();
    const step = camera.position.distanceTo(controls.target) / 30;
    const shift = new Vector3().setFromMatrixColumn(camera.matrix, 0).multiplyScalar(right * step);
    shift.addScaledVector(new Vector3().setFromMatrixColumn(camera.matrix, 1), up * step);
    controls.target.add(shift);
    camera.position.add(shift);
    controls.update();
    redraw();
  };

  /** The point of a figure's surface at a place of the canvas. */
  const pick = (x: number, y: number): { figure: Figure; point: SurfacePoint } | undefined => {
    for (const [number, figure] of figures.entries()) {
      const pane = paneOf(number);
      const [across, down] = [(x - pane.x) / pane.width, (y - pane.y) / pane.height];
      if (across < 0 || across > 1 || down < 0 || down > 1) continue;
      const eye = eyeFor(pane);
      eye.updateMatrixWorld();
      const back = new Matrix4().copy(figure.group.matrixWorld).invert();
      const from = new Vector3().setFromMatrixPosition(eye.matrixWorld).applyMatrix4(back);
      const at = new Vector3(across * 2 - 1, 1 - down * 2, 0.5).unproject(eye).applyMatrix4(back);
      const point = figure.model.measured().hit(from.toArray(), at.sub(from).normalize().toArray());
      return point === undefined ? undefined : { figure, point };
    }
    return undefined;
  };

  /** Where a place of a figure is on the canvas, CSS pixels; undefined where it is behind the eye or not shown. */
  const onCanvas = (figure: Figure, place: Vec3): { x: number; y: number } | undefined => {
    const number = figures.indexOf(figure);
    if (number < 0) return undefined;
    const pane = paneOf(number);
    const at = new Vector3(...place).applyMatrix4(figure.group.matrixWorld).project(eyeFor(pane));
    if (at.z > 1) return undefined;
    return { x: pane.x + ((at.x + 1) / 2) * pane.width, y: pane.y + ((1 - at.y) / 2) * pane.height };
  };

  return {
    canvas,
    figures: () => figures,
    show: (shown: readonly Figure[]) => {
      figures = shown;
      redraw();
    },
    shade: (figure: Figure, shading: Shading) => {
      showShading(figure.group, figure.model, shading);
      redraw();
    },
    setBackground: (colour: string) => renderer.setClearColor(new Color(colour)),
    lookFrom,
    turn,
    zoom,
    pan,
    pick,
    onCanvas,
    paneOf,
    redraw,
    /** At once, for a picture that is taken of it. */
    draw: drawFine,
    /** From a photo's own camera; undefined leaves it. */
    lookAsPhoto: (seen: PhotoCamera | undefined) => {
      if (seen === undefined) return leavePhoto();
      photo = { camera: seen, eye: cameraOfPhoto(seen) };
      redraw();
    },
    isAsPhoto: () => photo !== undefined,
  };
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

function lightFrom(scene: Scene, eye: PerspectiveCamera): void {
  const light = scene.children.find((one) => one instanceof DirectionalLight);
  light?.position.copy(eye.position).addScaledVector(new Vector3(0, 1, 0), eye.position.length() * 0.25);
}
