import type { ReconstructionType } from '../contract/reconstruction.ts';
import { hasCode, ReconError } from '../errors.ts';
import type { Client } from './client.ts';

/**
 * Why a generation failed, as far as the service tells. The interface has no field for it; some
 * services say it when the download of a failed reconstruction is refused.
 */
export async function failureReason(
  client: Pick<Client, 'openDownload'>,
  id: string,
  type: ReconstructionType,
): Promise<string | undefined> {
  try {
    const { body } = await client.openDownload(id, type);
    body.destroy();
    return undefined;
  } catch (thrown) {
    if (hasCode(thrown, 'refused')) return thrown.said;
    if (thrown instanceof ReconError && !thrown.isStop) return undefined;
    throw thrown;
  }
}
