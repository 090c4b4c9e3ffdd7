import type { Transport } from '../http/transport.ts';
import { routesOf } from './answer.ts';
import type { OwnRoute } from './own-routes.ts';

/** A transport that knows which operations of its own the service has named in its last answer. */
export function notingRoutes(transport: Transport): Transport & { offers(route: OwnRoute): boolean } {
  let routes: ReadonlySet<string> = new Set();
  return {
    ...transport,
    async send(operation) {
      const answer = await transport.send(operation);
      routes = routesOf(answer);
      return answer;
    },
    offers: (route) => routes.has(route),
  };
}
