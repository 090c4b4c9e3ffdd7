import type { FuzzRequest } from './requests.ts';
import type { FuzzAnswer } from './send.ts';

const PROBLEM = 'application/problem+json';
/** What the document's default answer may be: what docs/interface.md names for a refusal. */
const REFUSALS = [400, 401, 403, 404, 405, 408, 409, 413, 415, 416, 422, 429, 431];

/** What is wrong with an answer; undefined for a good one. */
export function faultOf({ path, method, operation }: FuzzRequest, answer: FuzzAnswer): string | undefined {
  const { status, headers, body } = answer;
  const type = headers['content-type']?.split(';')[0];
  if (status >= 500) return `a ${status}`;
  if (status === 429 && !(Number(headers['retry-after']) > 0)) return 'a 429 without Retry-After';
  if (type === 'text/html') return /^\/invitations\//.test(path) ? undefined : 'HTML';
  if (status < 400) {
    if (operation === undefined) return undefined;
    const documented = operation.answers.get(String(status));
    return documented === type ? undefined : `${status} ${type}, which the document does not tell`;
  }
  if (!REFUSALS.includes(status)) return `a ${status}`;
  if (method === 'HEAD') return undefined;
  if (type !== PROBLEM || (operation && operation.answers.get('default') !== type)) return `${status} as ${type}`;
  try {
    const problem = JSON.parse(body.toString()) as Record<string, unknown>;
    return problem['status'] === status && typeof problem['detail'] === 'string' ? undefined : `${status} says ${body}`;
  } catch {
    return `${status} with a body that is no JSON`;
  }
}
