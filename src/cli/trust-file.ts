import { createSecureContext, type SecureContext } from 'node:tls';
import { ReconError } from '../errors.ts';
import { extraCerts } from '../system/extra-certs.ts';

/**
 * For connections that trust the file of the setting `ca-file` beside all that they trust without it.
 * @throws ReconError `storage` where the file cannot be used
 */
export function trustFile(
  caFile: { name: string; value: string },
  environment: { [name: string]: string | undefined },
): SecureContext {
  const certs = extraCerts(environment, caFile);
  const { name, path, fault } = certs.at(-1)!;
  if (fault !== undefined) {
    throw new ReconError('storage', `${name} names ${path}, which ${fault}`, {
      hint: { command: ['config', 'set', 'ca-file', 'FILE'], because: 'FILE is the right one' },
      details: [{ before: 'where none is needed', command: ['config', 'unset', 'ca-file'] }],
    });
  }
  // The option `ca` would take the place of what Node trusts; this adds to it, as Node itself does for that option.
  const made = createSecureContext();
  // Node 20 adds to a copy that is without the file of the environment.
  for (const { pem } of certs) if (pem !== undefined) made.context.addCACert(pem);
  return made;
}
