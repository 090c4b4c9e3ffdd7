import { Color, Matrix4, type PerspectiveCamera, Vector3 } from 'three';
import type { PhotoCamera } from '../../contract/viewer.ts';
import { drawnCoarsely, prepareCoarse } from './coarse-drawing.ts';
import { createEye } from './eye.ts';
import { type Figure, lightFrom } from './figure.ts';
import type { SurfacePoint } from './measure/surface.ts';
import type { Vec3 } from './measure/vector.ts';
import { cameraOfPhoto, fittedInto, type Rectangle } from './photo-camera.ts';
import { rendererOn } from './renderer.ts';
import { type Shading, showShading } from './shading.ts';

export type Stage = ReturnType<typeof createStage>;

/** Of a picture at rest: edges are smooth because each pixel is drawn as four. */
const FINE = 2;
/** Where a fine picture takes longer, a coarse one of fewer triangles is drawn while it moves. */
const SLOW_MS = 25;
const COARSE = 0.75;
/** A picture rests if nothing has changed for so long. */
const REST_MS = 200;
/** What lies no deeper than this is on the skin, metres. */
const SKIN_M = 0.002;
const PAPER = '#ffffff';
/** Free space round a figure on paper, for the numbers of marks. */
const ROUND_PX = 24;

/** The picture: figures, one camera for all of them, and what turns it. Drawn when something has changed, not all the time. */
export function createStage(canvas: HTMLCanvasElement, onDrawn: () => void) {
  const renderer = rendererOn(canvas);
  renderer.setScissorTest(true);
  let figures: readonly Figure[] = [];
  /** Room for pictures of another kind, right of the figures. */
  let freePanes = 0;
  let photo: { camera: PhotoCamera; eye: PerspectiveCamera } | undefined;
  let waiting = false;
  /** Known once a fine picture was drawn. */
  let isSlow: boolean | undefined;
  let isForPaper = false;
  let resting: ReturnType<typeof setTimeout> | undefined;

  /** For whoever waits for the picture at rest. */
  const tellPicture = (state: 'moving' | 'still') => {
    canvas.dataset['picture'] = state;
  };
  /** Where the figure with this number is drawn, in CSS pixels from the upper left corner; free panes come after them. */
  const paneOf = (number: number): Rectangle => {
    const width = canvas.clientWidth / Math.max(1, figures.length + freePanes);
    const pane = { x: width * number, y: 0, width, height: canvas.clientHeight };
    return photo === undefined ? pane : fittedInto(pane, photo.camera);
  };

  const draw = (ratio: number, { isCoarse = false } = {}) => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (canvas.width !== Math.floor(width * ratio) || canvas.height !== Math.floor(height * ratio)) {
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
    }
    renderer.setScissor(0, 0, width, height);
    renderer.clear();
    figures.forEach(({ scene, group }, number) => {
      const pane = paneOf(number);
      const bottom = height - pane.y - pane.height;
      renderer.setViewport(pane.x, bottom, pane.width, pane.height);
      renderer.setScissor(pane.x, bottom, pane.width, pane.height);
      const camera = cameraFor(pane);
      lightFrom(scene, camera);
      if (isCoarse) drawnCoarsely(group, () => renderer.render(scene, camera));
      else renderer.render(scene, camera);
    });
    if (!isForPaper) onDrawn();
  };
  const drawFine = () => {
    clearTimeout(resting);
    const begunAt = performance.now();
    draw(Math.max(FINE, window.devicePixelRatio));
    // Waits until it is drawn.
    const context = renderer.getContext();
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
    isSlow = performance.now() - begunAt > SLOW_MS;
    if (isSlow) for (const { group } of figures) prepareCoarse(group);
    if (!waiting) tellPicture('still');
  };
  const drawMoving = () => {
    waiting = false;
    if (isSlow === false) return drawFine();
    draw(COARSE, { isCoarse: isSlow === true });
    clearTimeout(resting);
    resting = setTimeout(drawFine, REST_MS);
  };
  const redraw = () => {
    tellPicture('moving');
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(drawMoving);
  };
  const leavePhoto = () => {
    if (photo === undefined) return;
    const { position } = photo.eye;
    photo = undefined;
    eye.standAt(position);
    redraw();
  };
  const eye = createEye(canvas, { onMoved: redraw, onTaken: leavePhoto });
  const cameraFor = (pane: Rectangle): PerspectiveCamera => {
    if (photo !== undefined) return photo.eye;
    eye.camera.aspect = shapeOf(pane);
    eye.camera.updateProjectionMatrix();
    return eye.camera;
  };
  let shape: number | undefined;
  /** A model that was seen whole is so in a narrower pane, too. */
  const keepWhole = () => {
    const [first] = figures;
    const now = shapeOf(paneOf(0));
    // Nothing has a shape while the page is printed.
    if (first === undefined || photo !== undefined || !Number.isFinite(now)) return;
    if (shape !== undefined && shape !== now) eye.reshape(first.model, shape, now);
    shape = now;
  };
  new ResizeObserver(() => {
    keepWhole();
    redraw();
  }).observe(canvas);

  const arrange = (shown: readonly Figure[], free: number) => {
    figures = shown;
    freePanes = free;
    keepWhole();
    eye.zoomsToPointer(shown.length + free === 1);
    redraw();
  };
  /** A movement leaves a photo's camera first. */
  const moving =
    <T extends readonly unknown[]>(move: (...how: T) => void) =>
    (...how: T) => {
      leavePhoto();
      move(...how);
      redraw();
    };
  const lookFrom = (from: Vec3) => {
    const [first] = figures;
    if (first !== undefined) eye.lookFrom(first.model, shapeOf(paneOf(0)), from);
  };

  /** The point of a figure's surface at a place of the canvas. */
  const pick = (x: number, y: number): { figure: Figure; point: SurfacePoint } | undefined => {
    for (const [number, figure] of figures.entries()) {
      const pane = paneOf(number);
      const [across, down] = [(x - pane.x) / pane.width, (y - pane.y) / pane.height];
      if (across < 0 || across > 1 || down < 0 || down > 1) continue;
      const camera = cameraFor(pane);
      camera.updateMatrixWorld();
      const back = new Matrix4().copy(figure.group.matrixWorld).invert();
      const from = new Vector3().setFromMatrixPosition(camera.matrixWorld).applyMatrix4(back);
      const at = new Vector3(across * 2 - 1, 1 - down * 2, 0.5).unproject(camera).applyMatrix4(back);
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
    const at = new Vector3(...place).applyMatrix4(figure.group.matrixWorld).project(cameraFor(pane));
    if (at.z > 1) return undefined;
    return { x: pane.x + ((at.x + 1) / 2) * pane.width, y: pane.y + ((1 - at.y) / 2) * pane.height };
  };

  /** For places of a figure that is shown: true where the figure itself hides one. */
  const hides = (figure: Figure): ((place: Vec3) => boolean) => {
    const back = new Matrix4().copy(figure.group.matrixWorld).invert();
    const { matrixWorld } = cameraFor(paneOf(figures.indexOf(figure)));
    const eyeAt = new Vector3().setFromMatrixPosition(matrixWorld).applyMatrix4(back);
    return (place) => {
      const way = new Vector3(...place).sub(eyeAt);
      const away = way.length();
      const met = figure.model.measured().hit(eyeAt.toArray(), way.normalize().toArray());
      return met !== undefined && eyeAt.distanceTo(new Vector3(...met.place)) < away - SKIN_M;
    };
  };

  /** The part of each pane that figures fill, CSS pixels from the pane's corner; one for all of them. */
  const filled = (): Rectangle => {
    const [low, high] = [
      { x: Infinity, y: Infinity },
      { x: -Infinity, y: -Infinity },
    ];
    for (const [number, figure] of figures.entries()) {
      const pane = paneOf(number);
      const { positions } = figure.model;
      for (let i = 0; i < positions.length; i += 3) {
        const at = onCanvas(figure, [positions[i]!, positions[i + 1]!, positions[i + 2]!]);
        if (at === undefined) continue;
        const [x, y] = [at.x - pane.x, at.y - pane.y];
        [low.x, low.y] = [Math.min(low.x, x), Math.min(low.y, y)];
        [high.x, high.y] = [Math.max(high.x, x), Math.max(high.y, y)];
      }
    }
    const { width, height } = paneOf(0);
    const [left, top] = [Math.max(0, low.x - ROUND_PX), Math.max(0, low.y - ROUND_PX)];
    const [right, bottom] = [Math.min(width, high.x + ROUND_PX), Math.min(height, high.y + ROUND_PX)];
    return { x: left, y: top, width: right - left, height: bottom - top };
  };

  return {
    canvas,
    figures: () => figures,
    show: (shown: readonly Figure[]) => arrange(shown, freePanes),
    /** Leaves room for so many pictures right of the figures. */
    setFreePanes: (free: number) => arrange(figures, free),
    shade: (figure: Figure, shading: Shading) => {
      showShading(figure.group, figure.model, shading);
      redraw();
    },
    setBackground: (colour: string) => renderer.setClearColor(new Color(colour)),
    lookFrom: moving(lookFrom),
    turn: moving(eye.turn),
    zoom: moving(eye.zoom),
    pan: moving(eye.pan),
    pick,
    onCanvas,
    hides,
    filled,
    paneOf,
    redraw,
    /** At once, for a picture that is taken of it. */
    draw: drawFine,
    /** What `take` makes of the figures alone, drawn from elsewhere; what the person sees stays as it is. */
    takenFrom: <T>(from: Vec3, take: () => T): T => {
      const before = { photo, freePanes, goBack: eye.pose(), colour: renderer.getClearColor(new Color()) };
      renderer.setClearColor(PAPER);
      [photo, freePanes, isForPaper] = [undefined, 0, true];
      try {
        lookFrom(from);
        return take();
      } finally {
        [photo, freePanes, isForPaper] = [before.photo, before.freePanes, false];
        renderer.setClearColor(before.colour);
        before.goBack();
      }
    },
    /** At the first figure from a photo's own camera; undefined leaves it. */
    lookAsPhoto: (seen: PhotoCamera | undefined) => {
      if (seen === undefined) return leavePhoto();
      photo = { camera: seen, eye: cameraOfPhoto(seen, figures[0]?.group.matrix) };
      redraw();
    },
    isAsPhoto: () => photo !== undefined,
    /** From the figures towards the eye; a photo's camera is another one. */
    seenFrom: (): Vec3 => eye.direction(),
  };
}

const shapeOf = ({ width, height }: Rectangle) => width / height;
