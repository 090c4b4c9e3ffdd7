import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolPath } from './require-tool.ts';

/** A certificate that nobody has signed, as PEM text; needs openssl. `names` as in `DNS:clinic.test,IP:127.0.0.1`. */
export function selfSigned(names: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'recon-tls-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const about = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert];
    execFileSync(toolPath('openssl')!, [...request, ...about], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
