import type { ReconstructionType, View } from '../contract/reconstruction.ts';
import { type Camera, project, resizedCamera } from './camera.ts';
import type { ExpectedErrors } from './certainty/expected-error.ts';
import type { FitResult, FitView } from './fit/fit-types.ts';
import type { Coverage } from './measure/coverage.ts';
import { doubtfulMeasures, type Given, givenMeasures, isWidth } from './measure/given.ts';
import type { Lengths } from './measure/lengths.ts';
import type { Scale } from './measure/scale.ts';
import { unusualSize } from './measure/unusual-size.ts';
import { type Volumes, volumesOf } from './measure/volumes.ts';
import type { FinishedSurface } from './morphable/finished-surface.ts';
import type { MorphableModel } from './morphable/morphable-model.ts';
import { boundsOf } from './surface/mesh.ts';

/** The engine's report about its own result. Shares go from 0 to 1. */
export interface EngineReport {
  /** Sentences for the person who reads the result. */
  warnings: string[];
  /** The source of the size. */
  scale: string;
  /** cm, under the interface's names and `hip_width`: the given value, and the model's. */
  measures: Partial<Record<keyof Lengths, { given?: number; model?: number }>>;
  /** cm³; see `measure/volumes.ts`. */
  volumes: Volumes;
  /** Shares of the surface that no photo shows, painted in the surrounding colour: of the whole, and of each part. */
  unseen: { whole: number; parts: Coverage['parts'] };
  /** How wrong each part may be; see `certainty/expected-error.ts`. */
  expected_error: ExpectedErrors;
  views: ViewReport[];
  triangles: number;
}

export interface ViewReport {
  view: View;
  /** Share of overlap of the photo's own silhouette with the fitted person seen from this camera. */
  overlap: number;
  /** Root mean square distance between the outlines of photo and fitted model of people, before the last free step. */
  residual: { px: number; mm: number };
  /** Share of the model's outline in this picture that matched the photo's. */
  matched: number;
  /** This photo's share of the outline that the person was fitted to, measured in heights of its picture. */
  outline: number;
  /** Share of the surface that has its colour from this photo. */
  colour: number;
  /** The camera that renders the finished mesh (metres) into this photo, at the photo's size as displayed. */
  camera: Camera;
}

/** Everything found on the way; lists are in the order of the views. */
export interface Findings {
  type: ReconstructionType;
  model: MorphableModel;
  given: Given;
  scale: Scale;
  lengths: Lengths;
  surface: FinishedSurface;
  coverage: Coverage;
  /** The photos' sizes. */
  sizes: readonly { widthPx: number; heightPx: number }[];
  views: readonly FitView[];
  fit: FitResult;
  overlaps: readonly number[];
  expected: ExpectedErrors;
  /** Warnings about things that the photos leave doubtful. */
  doubts: readonly string[];
}

export function reportOf(findings: Findings): EngineReport {
  const { type, given, scale, lengths, fit, surface, coverage } = findings;
  const oddity = unusualSize(type, findings.model, fit);
  return {
    warnings: [
      ...findings.doubts,
      ...scale.warnings,
      ...fit.warnings,
      ...doubtfulMeasures(given, { lengths, scale, oddity }),
    ],
    scale: scale.basis,
    measures: measureReport(given, lengths),
    volumes: volumesOf(type, surface),
    unseen: unseenReport(coverage),
    expected_error: findings.expected,
    views: viewReports(findings),
    triangles: surface.mesh.triangles.length / 3,
  };
}

function viewReports({ sizes, views, fit, overlaps, coverage }: Findings): ViewReport[] {
  const evidence = views.map((view, i) => fit.matched[i]! * outlineLength(view));
  const all = evidence.reduce((sum, length) => sum + length, 1e-9);
  const { low, high } = boundsOf(fit.mesh.positions);
  const middle = low.map((value, c) => (value + high[c]!) / 2);
  const seen = new Float64Array(3);
  return views.map(({ view }, i) => {
    const { widthPx, heightPx } = sizes[i]!;
    const camera = resizedCamera(fit.cameras[i]!, widthPx, heightPx);
    project(camera, middle[0]!, middle[1]!, middle[2]!, seen);
    const px = fit.residual[i]! * heightPx;
    return {
      view,
      overlap: rounded(overlaps[i]!),
      residual: { px: rounded(px), mm: rounded((px * seen[2]! * 1000) / camera.focalPx) },
      matched: rounded(fit.matched[i]!),
      outline: rounded(evidence[i]! / all),
      colour: rounded(coverage.byView[i]!),
      camera,
    };
  });
}

/** Length in heights of the picture, without the part at its border; uncertain places count less, as in the fit. */
function outlineLength({ contour, silhouette: { mask } }: FitView): number {
  let length = 0;
  contour.sigmaPx.forEach((sigma, i) => {
    if (contour.atBorder[i] === 0) length += 1 / (1 + sigma ** 2);
  });
  return length / mask.heightPx;
}

/** Given and shown values side by side; a hipline given as a width is beside the width. */
export function measureReport(given: Given, lengths: Lengths): EngineReport['measures'] {
  const report: EngineReport['measures'] = {};
  for (const [name, model] of Object.entries(lengths) as [keyof Lengths, number][]) report[name] = { model };
  for (const [name, cm] of givenMeasures(given)) {
    const beside = isWidth(name, cm, lengths) ? 'hip_width' : name;
    report[beside] = { given: cm, ...report[beside] };
  }
  return report;
}

const unseenReport = ({ unseen, parts }: Coverage): EngineReport['unseen'] => ({
  whole: rounded(unseen),
  parts: Object.fromEntries(Object.entries(parts).map(([name, share]) => [name, rounded(share)])),
});

const rounded = (value: number) => Math.round(value * 1000) / 1000;
