import { ReconError } from '../errors.ts';
import type { Operation, RawAnswer, Transport } from '../http/transport.ts';

/** Its path may lack the leading slash, and may carry a query. */
export type ApiCall = Omit<Operation, 'kind' | 'onUpload'>;

/** A request of a person's own making. Any status comes back; no answer at all throws. */
export async function callService(
  transport: Transport,
  { method, path, query = [], form, headers }: ApiCall,
): Promise<RawAnswer> {
  const [plainPath = '', search = ''] = path.split(/\?(.*)/s);
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.includes('#')) {
    throw new ReconError('usage', `${JSON.stringify(path.slice(0, 100))} is not a path below the base URL`, {
      hint: { before: 'only the path', command: ['api', '/patients'] },
    });
  }
  const pairs = [...new URLSearchParams(search), ...query];
  if (pairs.some(([name]) => name === 'access_token')) {
    throw new ReconError('usage', 'a token does not belong in a URL: it would stand in logs', {
      hint: 'the same without access_token: the header is sent by itself',
    });
  }
  return await transport.raw({
    ...{ method, headers, query: pairs, form: form?.length === 0 ? undefined : form },
    path: plainPath.startsWith('/') ? plainPath : `/${plainPath}`,
    kind: isRead(method, plainPath) ? 'read' : 'change',
  });
}

/** An invitation is a GET that makes something. */
const isRead = (method: string, path: string) => method === 'GET' && !/\/invitation\/?$/.test(path);
