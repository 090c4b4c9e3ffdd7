import type { Transport } from '../http/transport.ts';

/**
 * Sees whether anything answers at the address of a service. Any answer will do, a refusal as well: what is there is a matter
 * of the token's request. It asks for nothing, so that no service has it among refused requests for patients.
 * @throws ReconError if nothing answers
 */
export const reachService = (service: Transport) => service.raw({ method: 'GET', path: '/', kind: 'read' });
