import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Temporary files of a server that is not root's may not lie where Debian puts them. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Runs nginx with this configuration in a folder until it is closed; `url` is where it answers. */
export async function startNginx(configuration: string, folder: string, url: string) {
  const path = join(folder, 'nginx.conf');
  const temporary = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  writeFileSync(path, configuration.replace('http {', `http { ${temporary}`));
  const child = spawn('nginx', ['-e', 'stderr', '-c', path, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  for (let tries = 0; ; tries++) {
    if (await fetch(url).then(() => true, isAnsweredWithTls)) break;
    if (child.exitCode !== null || tries === 200) throw new Error(`nginx did not start: ${said}`);
    await sleep(50);
  }
  return {
    /** What it has told of errors. */
    log: () => said,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The certificate of a test is nobody's, so a server that has one is there. */
const isAnsweredWithTls = (error: unknown) =>
  /CERT|SIGNED/.test(String((error as { cause?: { code?: string } }).cause?.code));
