import { paths } from '../../contract/paths.ts';
import { ReconError } from '../../errors.ts';
import type { Transport } from '../../http/transport.ts';
import { parseBaseUrl, parseUrl } from '../../system/base-url.ts';
import { askIssuer, type TransportTo } from './issuer-fetch.ts';

/** What a service says of the way to its tokens (RFC 9728), as far as it does. */
export interface AnnouncedIssuer {
  issuer?: string | undefined;
  /** `recon_client_id`, an additional member of the document, as the RFC allows. */
  clientId?: string | undefined;
  /** The service as its issuer knows it. */
  resource?: string | undefined;
  scope?: string | undefined;
}

/**
 * Asks the service without a token and reads what its refusal names: `WWW-Authenticate: Bearer resource_metadata="URL"`,
 * and the document there. A service that names nothing is not asked for one: no address is tried on a guess.
 * @throws ReconError for a document that cannot be read, or speaks of another service
 */
export async function announcedIssuer(service: Transport, to: TransportTo): Promise<AnnouncedIssuer> {
  const { answer, refusal } = await service.raw({
    method: 'GET',
    path: paths.patients(),
    query: [['per_page', '1']],
    kind: 'read',
  });
  if (refusal?.isTemporary) throw refusal;
  const challenge = answer.headers['www-authenticate'] ?? '';
  const address = parameterOf(challenge, 'resource_metadata');
  const scope = parameterOf(challenge, 'scope');
  if (address === undefined) return { scope };
  const url = parseUrl(address);
  if (url === undefined || 'problem' in parseBaseUrl(`${url.origin}${url.pathname}`)) {
    throw unreadable('the address of its metadata is neither https nor on this machine');
  }
  const { status, text } = await askIssuer(to, { url, headers: { accept: 'application/json' } });
  if (status !== 200) throw unreadable(`its metadata is not there (${status})`);
  const metadata = objectOf(text);
  if (metadata === undefined) throw unreadable('its metadata is no JSON object');
  const resource = textOf(metadata['resource']);
  if (resource === undefined || !isOf(service.baseUrl, resource)) {
    throw unreadable(`its metadata is of another service, ${JSON.stringify(resource ?? null)}`);
  }
  return {
    issuer: textsOf(metadata['authorization_servers'])[0],
    clientId: textOf(metadata['recon_client_id']),
    resource,
    scope: scope ?? (textsOf(metadata['scopes_supported']).join(' ') || undefined),
  };
}

/** A parameter of a challenge, quoted or not. */
function parameterOf(challenge: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`[\\s,]${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(challenge) ?? [];
  return (quoted ?? plain) || undefined;
}

/** True if the service lies below the resource: tokens for another one would be given to this one. */
function isOf(baseUrl: string, resource: string): boolean {
  const [service, named] = [new URL(baseUrl), parseUrl(resource)];
  if (named === undefined || named.origin !== service.origin) return false;
  return `${withSlash(service.pathname)}patients/`.startsWith(withSlash(named.pathname));
}

const withSlash = (path: string) => (path.endsWith('/') ? path : `${path}/`);

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

const unreadable = (why: string) =>
  new ReconError('protocol', `what the service says of its logins cannot be used: ${why}`, {
    hint: {
      command: ['login', '--oauth', '--issuer', 'URL', '--client-id', 'ID'],
      because: 'with what its operator names',
    },
  });
