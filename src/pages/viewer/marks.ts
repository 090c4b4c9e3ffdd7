import type { Figure } from './figure.ts';
import type { Finding } from './findings.ts';
import type { SurfacePoint } from './measure/surface.ts';
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
  /** Without what the model itself hides. */
  isSeenOnly?: boolean;
}

/** Draws marks as they lie in the picture at this moment. */
export function drawMarks(
  canvas: CanvasRenderingContext2D,
  stage: Stage,
  marks: readonly Marked[],
  { scale, size = 1, isSeenOnly = false }: Drawn,
) {
  const placeOf = isSeenOnly ? stage.seenOnCanvas : stage.onCanvas;
  canvas.save();
  canvas.scale(scale, scale);
  canvas.font = `600 ${13 * size}px system-ui, sans-serif`;
  canvas.lineJoin = 'round';
  for (const { figure, number, points, curves } of marks) {
    for (const curve of curves) {
      const line = curve.map((place) => placeOf(figure, place));
      drawLine(canvas, line, size);
    }
    const seen = points.flatMap(({ place }) => placeOf(figure, place) ?? []);
    for (const [i, at] of seen.entries()) drawPoint(canvas, at, i === 0 ? number : '', size);
  }
  canvas.restore();
}

type OnCanvas = ReturnType<Stage['onCanvas']>;

/** It is broken where a place is not seen. */
function drawLine(canvas: CanvasRenderingContext2D, places: readonly OnCanvas[], size: number): void {
  canvas.beginPath();
  for (const [i, at] of places.entries()) {
    if (at === undefined) continue;
    if (places[i - 1] === undefined) canvas.moveTo(at.x, at.y);
    else canvas.lineTo(at.x, at.y);
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
