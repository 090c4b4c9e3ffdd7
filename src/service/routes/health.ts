import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { systemErrorCode } from '../../errors.ts';
import type { AppDeps } from '../deps.ts';
import { diskState } from '../disk-state.ts';
import { Refusal } from '../domain/refusal.ts';
import { describeFault } from './fault.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked every few seconds by programs, about nobody: no line of the audit log, and none of the request log. */
    probe?: boolean;
  }
}

/** A place that is silent for longer is not reached. */
const ANSWER_LIMIT_MS = 3_000;
/** No file has this id. */
const NO_FILE = '0'.repeat(32);

const options = { config: { public: true, probe: true }, schema: { hide: true } };

/**
 * Whether the process works, and whether it can answer requests. Neither says anything of what is stored. A full disk is
 * told and is no 503: reads go on, and deletions, which make room.
 */
export function addHealth(app: FastifyInstance, { store, doctor }: AppDeps): void {
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (request) => {
    const limit = new AbortController();
    const tooLong = store.clock.sleep(ANSWER_LIMIT_MS, limit.signal).then(
      () => 'late' as const,
      () => 'over' as const,
    );
    const reached = Promise.all([
      store.db.selectFrom('settings').select('key').limit(1).execute(),
      store.blobs.read(NO_FILE).catch((error: unknown) => {
        if (systemErrorCode(error) !== 'ENOENT') throw error;
      }),
      // Without the folder no file is there either, which looks the same.
      doctor.places.bucket ?? stat(join(doctor.places.dataFolder, 'files')),
    ]);
    reached.catch(() => undefined);
    const outcome = await Promise.race([reached, tooLong]).catch((error: unknown) => error);
    limit.abort();
    if (Array.isArray(outcome)) return { status: 'ready', disk: await diskState(doctor.places.dataFolder) };
    if (outcome !== 'late') store.onLog(describeFault(outcome, request).line);
    throw new Refusal(503, 'unavailable', 'the database or the files do not answer');
  });
}
