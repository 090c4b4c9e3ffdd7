import type { Figure } from './figure.ts';
import type { Finding } from './findings.ts';
import type { SurfacePoint } from './measure/surface.ts';
import type { Vec3 } from './measure/vector.ts';
import type { Stage } from './stage.ts';

/** Lines and numbered points over a figure. */
export interface Marked {
  figure: Figure;
  /** What stands beside its first point: its number in the list. */
  number: string;
  points: readonly SurfacePoint[];
  curves: Finding['curves'];
}

const LINE = '#0b6bcb';
const HALO = '#ffffff';
const DOT_PX = 4;

/** Draws marks as they lie in the picture at this moment; `scale` is pixels for each CSS pixel. */
export function drawMarks(canvas: CanvasRenderingContext2D, stage: Stage, marks: readonly Marked[], scale: number) {
  canvas.save();
  canvas.scale(scale, scale);
  canvas.font = '600 13px system-ui, sans-serif';
  canvas.lineJoin = 'round';
  for (const { figure, number, points, curves } of marks) {
    for (const curve of curves) drawLine(canvas, stage, figure, curve);
    for (const [i, { place }] of points.entries()) {
      const at = stage.onCanvas(figure, place);
      if (at !== undefined) drawPoint(canvas, at, i === 0 ? number : '');
    }
  }
  canvas.restore();
}

function drawLine(canvas: CanvasRenderingContext2D, stage: Stage, figure: Figure, places: readonly Vec3[]): void {
  canvas.beginPath();
  for (const place of places) {
    const at = stage.onCanvas(figure, place);
    if (at !== undefined) canvas.lineTo(at.x, at.y);
  }
  for (const [width, colour] of [
    [4.5, HALO],
    [2, LINE],
  ] as const) {
    canvas.lineWidth = width;
    canvas.strokeStyle = colour;
    canvas.stroke();
  }
}

function drawPoint(canvas: CanvasRenderingContext2D, { x, y }: { x: number; y: number }, number: string): void {
  canvas.beginPath();
  canvas.arc(x, y, DOT_PX, 0, Math.PI * 2);
  canvas.fillStyle = LINE;
  canvas.strokeStyle = HALO;
  canvas.lineWidth = 2;
  canvas.stroke();
  canvas.fill();
  canvas.lineWidth = 4;
  canvas.strokeText(number, x + 7, y - 7);
  canvas.fillText(number, x + 7, y - 7);
}
