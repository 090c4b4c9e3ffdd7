// A process that has work done in others, for a test that kills it: `pool-owner.mjs PROGRAM` prints the pid of one that
// is idle and of one that computes.
import { ProcessPool } from '../../../src/service/worker/process-pool.ts';
import type { Trying } from './trying.ts';

const pool = new ProcessPool<Trying>(new URL(process.argv[2]!), { memoryMb: 300, heapMb: 150, ms: 60_000 });
const [{ pid: computing }, { pid: idle }] = await Promise.all([pool.run({ do: 'tell' }), pool.run({ do: 'tell' })]);
// The last one that became idle takes the order.
const told = new Promise((resolve) => void pool.run({ do: 'compute' }, { onProgress: resolve }));
await told;
process.stdout.write(`${JSON.stringify([computing, idle])}\n`);
