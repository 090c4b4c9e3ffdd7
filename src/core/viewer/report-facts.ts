import { VIEWS, type View } from '../../contract/reconstruction.ts';
import type { PhotoCamera, ViewerModel } from '../../contract/viewer.ts';

export interface ReportFacts extends Pick<ViewerModel, 'warnings' | 'breastVolumes' | 'usedPhotos' | 'expected'> {
  cameras: ReadonlyMap<View, PhotoCamera>;
}

const MOST_WARNINGS = 20;
const MOST_LETTERS = 500;

/** What the viewer uses of `report.json`, which may come from anybody: what is not as it should be is not there. */
export function reportFacts(report: unknown): ReportFacts {
  const { views, warnings, volumes, expected_error: errors } = fieldsOf(report);
  const { breastLeft: left, breastRight: right } = fieldsOf(volumes);
  const cameras = new Map(
    listOf(views).flatMap((one): [View, PhotoCamera][] => {
      const view = VIEWS.find((name) => name === fieldsOf(one)['view']);
      const camera = cameraOf(fieldsOf(one)['camera']);
      return view === undefined || camera === undefined ? [] : [[view, camera]];
    }),
  );
  return {
    cameras,
    warnings: listOf(warnings)
      .filter((one) => typeof one === 'string')
      .slice(0, MOST_WARNINGS)
      .map((one) => one.slice(0, MOST_LETTERS)),
    ...(cameras.size > 0 && { usedPhotos: cameras.size }),
    ...expectedIn(errors),
    ...(isSize(left) && isSize(right) && { breastVolumes: { left, right } }),
  };
}

const MOST_PARTS = 8;

/** `{"face": {"mm": 2.1, "likely": 1.2}}` */
function expectedIn(errors: unknown): Pick<ReportFacts, 'expected'> {
  const parts = Object.entries(fieldsOf(errors)).flatMap(([part, error]): [string, number][] => {
    const { mm } = fieldsOf(error);
    return /^[a-z_]{1,20}$/.test(part) && isSize(mm) ? [[part, mm]] : [];
  });
  return parts.length === 0 ? {} : { expected: Object.fromEntries(parts.slice(0, MOST_PARTS)) };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isSize = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 1e6;

function cameraOf(value: unknown): PhotoCamera | undefined {
  const { widthPx, heightPx, focalPx, principalPx, rotation, translation } = fieldsOf(value);
  if (!isSize(widthPx) || !isSize(heightPx) || !isSize(focalPx)) return undefined;
  if (!isNumbers(principalPx, 2) || !isNumbers(rotation, 9) || !isNumbers(translation, 3)) return undefined;
  const [x, y, z] = translation as [number, number, number];
  const [cx, cy] = principalPx as [number, number];
  return { widthPx, heightPx, focalPx, principalPx: [cx, cy], rotation, translation: [x, y, z] };
}

const isNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every((one) => Number.isFinite(one));
