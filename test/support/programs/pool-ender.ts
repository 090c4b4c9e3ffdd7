// A process that ends its pool and has nothing else to do: `pool-ender.mjs PROGRAM` says so when the end is reached.
import { ProcessPool } from '../../../src/service/worker/process-pool.ts';
import type { Trying } from './trying.ts';

const pool = new ProcessPool<Trying>(new URL(process.argv[2]!), { memoryMb: 300, heapMb: 150, ms: 60_000 });
await pool.run({ do: 'tell' });
await pool.end();
process.stdout.write('ended\n');
