import { OF_NOBODY } from '../contract/page.ts';
import { paths } from '../contract/paths.ts';
import { hasCode, ReconError } from '../errors.ts';
import { CHECK_URL } from '../http/failure.ts';
import type { Operation, Transport } from '../http/transport.ts';

/**
 * A transport that does not take the 404 of just any web server for that of a service. The interface leaves the form of
 * errors open, so a web page may be the answer of a service that has no such patient; but each service has the list.
 */
export function provenService(transport: Transport): Transport {
  let proof: Promise<boolean> | undefined;
  const hasList = async () => {
    try {
      await transport.send({ kind: 'read', method: 'GET', path: paths.patients(), query: [...OF_NOBODY] });
      return true;
    } catch (error) {
      // What else is wrong, the next request tells.
      return !isPageNotFound(error);
    }
  };
  const proving = async <T>({ path }: Operation, request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      if (!isPageNotFound(error)) throw error;
      if (path !== paths.patients()) proof ??= hasList();
      if (path !== paths.patients() && (await proof)) throw error;
      throw new ReconError(
        'protocol',
        `there is no patient service at ${transport.baseUrl.replace(/\/$/, '')}: it has no /patients`,
        {
          details: [error.message],
          hint: CHECK_URL,
          status: error.status,
          cause: error,
        },
      );
    }
  };
  return {
    ...transport,
    send: (operation) => proving(operation, transport.send(operation)),
    open: (operation) => proving(operation, transport.open(operation)),
  };
}

const isPageNotFound = (error: unknown): error is ReconError => hasCode(error, 'not_found') && error.isPage;
