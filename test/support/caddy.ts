import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs Caddy with this Caddyfile in a folder until it is closed; `url` is where it answers. */
export async function startCaddy(caddyfile: string, folder: string, url: string) {
  const path = join(folder, 'Caddyfile');
  // Its port for orders is the same for every Caddy of a machine.
  const block = /^\{$/m;
  const own = block.test(caddyfile) ? caddyfile : `{\n}\n${caddyfile}`;
  writeFileSync(path, own.replace(block, '{\n\tadmin off'));
  const child = spawn('caddy', ['run', '--config', path, '--adapter', 'caddyfile'], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(child, 'exit');
  for (let tries = 0; ; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null || tries === 200) throw new Error(`caddy did not start: ${said}`);
    await sleep(50);
  }
  return {
    /** What it has told. */
    log: () => said,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
