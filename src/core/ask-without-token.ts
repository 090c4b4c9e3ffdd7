import { paths } from '../contract/paths.ts';
import type { Transport } from '../http/transport.ts';

/**
 * Asks the service for its list without a token. Any answer will do, a refusal as well: what is at the address is a matter of
 * the token's request.
 * @throws ReconError if nothing answers
 */
export const askWithoutToken = (service: Transport) =>
  service.raw({ method: 'GET', path: paths.patients(), query: [['per_page', '1']], kind: 'read' });
