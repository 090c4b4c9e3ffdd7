import type { Figure } from './figure.ts';
import type { Finding } from './findings.ts';
import type { SurfacePoint } from './measure/surface.ts';
import type { Vec3 } from './measure/vector.ts';
import type { Stage } from './stage.ts';

/** Lines and numbered points over a figure. */
export interface Marked {
  figure: Figure;
  /** What stands beside the first of its points that is drawn: its number in the list. */
  number: string;
  points: readonly SurfacePoint[];
  curves: Finding['curves'];
}

const LINE = '#0b6bcb';
const HALO = '#ffffff';
const DOT_PX = 4;

interface Drawn {
  /** Pixels for each CSS pixel. */
  scale: number;
  /** Of dots, lines and numbers, where a picture is made smaller later. */
  size?: number;
  /** How strongly that is drawn which the model itself hides, from 0 to 1. */
  hidden: number;
}

/** On the screen, where a model is turned to what it hides. */
export const FAINT = 0.25;
/** Of a line so many places are looked at, if they are hidden; those between two are as the one before. */
const MOST_LOOKS = 150;

/** Draws marks as they lie in the picture at this moment. */
export function drawMarks(
  canvas: CanvasRenderingContext2D,
  stage: Stage,
  marks: readonly Marked[],
  { scale, size = 1, hidden }: Drawn,
) {
  canvas.save();
  canvas.scale(scale, scale);
  canvas.font = `600 ${13 * size}px system-ui, sans-serif`;
  canvas.lineJoin = 'round';
  for (const { figure, number, points, curves } of marks) {
    if (!stage.figures().includes(figure)) continue;
    const isHidden = stage.hides(figure);
    const lines = curves.map((curve) => ({
      places: curve.map((place) => stage.onCanvas(figure, place)),
      isHidden: sampled(curve, isHidden),
    }));
    const dots = points.flatMap(({ place }) => {
      const at = stage.onCanvas(figure, place);
      return at === undefined ? [] : { ...at, isHidden: isHidden(place) };
    });
    const numbered = dots.find((dot) => !dot.isHidden) ?? dots[0];
    const draw = (whichHidden: boolean) => {
      for (const line of lines) drawLine(canvas, line, size, whichHidden);
      for (const dot of dots) {
        if (dot.isHidden === whichHidden) drawPoint(canvas, dot, dot === numbered ? number : '', size);
      }
    };
    if (hidden > 0) {
      canvas.globalAlpha = hidden;
      draw(true);
      canvas.globalAlpha = 1;
    }
    draw(false);
  }
  canvas.restore();
}

function sampled(curve: readonly Vec3[], isHidden: (place: Vec3) => boolean): boolean[] {
  const step = Math.ceil(curve.length / MOST_LOOKS);
  let known = false;
  return curve.map((place, i) => {
    if (i % step === 0) known = isHidden(place);
    return known;
  });
}

type OnCanvas = ReturnType<Stage['onCanvas']>;

/** Its pieces between two places of which one is hidden, or the others. */
function drawLine(
  canvas: CanvasRenderingContext2D,
  { places, isHidden }: { places: readonly OnCanvas[]; isHidden: readonly boolean[] },
  size: number,
  whichHidden: boolean,
): void {
  canvas.beginPath();
  let end: OnCanvas;
  for (const [i, to] of places.entries()) {
    const from = places[i - 1];
    if (from === undefined || to === undefined) continue;
    if ((isHidden[i - 1]! || isHidden[i]!) !== whichHidden) continue;
    if (from !== end) canvas.moveTo(from.x, from.y);
    canvas.lineTo(to.x, to.y);
    end = to;
  }
  for (const [width, colour] of [
    [4.5, HALO],
    [2, LINE],
  ] as const) {
    canvas.lineWidth = width * size;
    canvas.strokeStyle = colour;
    canvas.stroke();
  }
}

function drawPoint(
  canvas: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  number: string,
  size: number,
): void {
  canvas.beginPath();
  canvas.arc(x, y, DOT_PX * size, 0, Math.PI * 2);
  canvas.fillStyle = LINE;
  canvas.strokeStyle = HALO;
  canvas.lineWidth = 2 * size;
  canvas.stroke();
  canvas.fill();
  canvas.lineWidth = 4 * size;
  // Never cut off by the upper border.
  const numberAt = Math.max(y - 7 * size, 13 * size);
  canvas.strokeText(number, x + 7 * size, numberAt);
  canvas.fillText(number, x + 7 * size, numberAt);
}
