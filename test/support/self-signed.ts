import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolPath } from './require-tool.ts';

/** A certificate that nobody has signed, as PEM text; needs openssl. `names` as in `DNS:clinic.test,IP:127.0.0.1`. */
export function selfSigned(names: string, { days = 2 } = {}): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'recon-tls-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      `${days}`,
    ];
    const about = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert];
    execFileSync(toolPath('openssl')!, [...request, ...about], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A certificate for a service, and those of its signer and of the first one, which signed itself; needs openssl. */
export function caSigned(names: string): { key: string; cert: string; signer: string; root: string } {
  const folder = mkdtempSync(join(tmpdir(), 'recon-tls-'));
  const path = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync(toolPath('openssl')!, args, { stdio: 'ignore' });
  const newKey = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    path(`${name}.key`),
  ];
  const sign = (name: string, by: string, extensions: string) => {
    writeFileSync(path('ext'), extensions);
    openssl('req', ...newKey(name), '-out', path('request'));
    const signer = ['-CA', path(`${by}.pem`), '-CAkey', path(`${by}.key`), '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      path('request'),
      ...signer,
      '-days',
      '2',
      '-extfile',
      path('ext'),
      '-out',
      path(`${name}.pem`),
    );
  };
  try {
    openssl('req', '-x509', ...newKey('root'), '-days', '2', '-out', path('root.pem'));
    sign('signer', 'root', 'basicConstraints=critical,CA:TRUE');
    sign('service', 'signer', `basicConstraints=CA:FALSE\nsubjectAltName=${names}`);
    const read = (name: string) => readFileSync(path(name), 'utf8');
    return { key: read('service.key'), cert: read('service.pem'), signer: read('signer.pem'), root: read('root.pem') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
