import { shownPart } from '../../../src/engine/morphable/finished-surface.ts';
import type { Atlas, MorphableModel } from '../../../src/engine/morphable/morphable-model.ts';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import { chartVertices } from '../../../src/engine/texture/unwrap.ts';
import { type Chart, cutCharts, splitChart } from './charts.ts';
import { type Flat, flatten } from './flatten.ts';
import { overlapping } from './overlap.ts';
import { areaOf, packCharts } from './pack.ts';

/** Scale of the parts that close a cut, which nobody looks at, compared with skin, along a side. */
const CAP_SCALE = 0.25;

/** Lays out what a model's finished surfaces show, as it is on its mean; the same for everybody. */
export function makeAtlas(model: MorphableModel): Atlas {
  const { mesh, isCap } = shownPart(model, model.mean);
  const laid = cutCharts(mesh, isCap).flatMap((chart) => layFlat(mesh, chart));
  if (laid.length > 256) throw new Error(`${model.name}: ${laid.length} charts are more than can be written.`);
  const places = packCharts(laid.map(({ flat }) => flat));
  const charts = new Uint8Array(isCap.length);
  laid.forEach(({ chart }, i) => {
    for (const t of chart.triangles) charts[t] = i;
  });
  const placeOf = laid.map(
    ({ flat }, i) => new Map(flat.vertices.map((vertex, k) => [vertex, places[i]!.subarray(k * 2, k * 2 + 2)])),
  );
  const { source, chartOf } = chartVertices(mesh.triangles, charts);
  const uvs = Float64Array.from(source.flatMap((vertex, i) => [...placeOf[chartOf[i]!]!.get(vertex)!]));
  console.log(
    `${model.name}: ${laid.length} charts, ${(100 * laid.reduce((sum, { flat }, i) => sum + areaOf({ ...flat, xy: places[i]! }), 0)).toFixed(1)} % of the atlas used`,
  );
  return { charts, uvs };
}

interface Laid {
  chart: Chart;
  flat: Flat;
}

/** Laid flat; in parts where one piece would lie on another. */
function layFlat(mesh: Mesh, chart: Chart): Laid[] {
  const flat = flatten(mesh, chart);
  if (chart.isCap) return [{ chart, flat: { ...flat, xy: flat.xy.map((value) => value * CAP_SCALE) } }];
  const apart = overlapping(chart, flat);
  if (apart.size === 0 || apart.size === chart.triangles.length) return [{ chart, flat }];
  return splitChart(mesh, chart, apart).flatMap((part) => layFlat(mesh, part));
}
