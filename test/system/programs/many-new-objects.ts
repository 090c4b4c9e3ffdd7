import { getHeapSpaceStatistics } from 'node:v8';
import { keepHeapLean } from '../../../src/system/lean-heap.ts';

/** Prints how large the space for new objects is after many that stay in use for a while; `lean` keeps it small. */
if (process.argv[2] === 'lean') keepHeapLean();
let kept: number[][] = [];
for (let at = 0; at < 3_000_000; at++) {
  kept.push([at]);
  if (kept.length > 20_000) kept = [];
}
const { space_size: bytes } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
console.log(JSON.stringify({ bytes }));
