import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Prints how large the space for new objects is after many that stay in use for a while; takes flags of V8. */
for (const flag of process.argv.slice(2)) setFlagsFromString(flag);
let kept: number[][] = [];
for (let at = 0; at < 3_000_000; at++) {
  kept.push([at]);
  if (kept.length > 20_000) kept = [];
}
const { space_size: bytes } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!;
console.log(JSON.stringify({ bytes }));
