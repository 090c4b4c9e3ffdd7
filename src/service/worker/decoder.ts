import type { Examined } from '../../photo/examine.ts';
import { LIMITS } from '../request-limits.ts';
import { createTurns } from '../turns.ts';
import { DECODING, type Limits, OverLimit } from './limits.ts';
import type { Decoding } from './orders.ts';
import { ProcessPool } from './process-pool.ts';

/** Decodes photos in processes of their own, fair between accounts. */
export type Decoder = ReturnType<typeof createDecoder>;

const THUMB_SIDE_PX = 256;

export function createDecoder(program: URL, limits: Limits = DECODING) {
  const pool = new ProcessPool<Decoding>(program, limits);
  const turns = createTurns({ atOnce: LIMITS.examinations, perAccount: LIMITS.examinationsPerAccount });
  return {
    /** A photo that takes too much memory or time is refused; its turn is free then, because its process is gone. */
    examine: (accountId: number, path: string) =>
      turns(accountId, () =>
        pool.run({ path }).catch((error: unknown): Examined => {
          if (!(error instanceof OverLimit)) throw error;
          return { ok: false, problem: `${error.message} to decode; save it smaller`, fault: 'large' };
        }),
      ) as Promise<Examined>,
    /** A small picture, as JPEG. */
    thumb: (accountId: number, path: string) =>
      turns(accountId, () => pool.run({ path, thumbSidePx: THUMB_SIDE_PX })) as Promise<Uint8Array>,
    end: () => pool.end(),
  };
}
