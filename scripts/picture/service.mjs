import { createInterface } from 'node:readline';
import { execa } from 'execa';

/** A temporary service of this package, stopped by `close`; what finds it is in `environment`. */
export async function openService(flags, { recon, folder, environment }) {
  const told = 'echo "$RECON_BASE_URL"; echo "$RECON_TOKEN"; cat >/dev/null';
  const running = execa(process.execPath, [recon, 'serve', ...flags, '--', 'sh', '-c', told], {
    ...{ cwd: folder, env: environment, extendEnv: false },
    stdin: 'pipe',
  });
  running.catch(() => {});
  // What it says comes line by line, and ends where it fails.
  const lines = createInterface(running.stdout)[Symbol.asyncIterator]();
  const [RECON_BASE_URL, RECON_TOKEN] = [(await lines.next()).value, (await lines.next()).value];
  if (RECON_TOKEN === undefined) await running;
  return {
    environment: { RECON_BASE_URL, RECON_TOKEN },
    close: async () => {
      running.stdin.end();
      await running;
    },
  };
}

/** A generation may fail, and is to: its picture tells. */
export async function made(args, { recon, folder, environment }) {
  await execa(process.execPath, [recon, ...args], { cwd: folder, env: environment, extendEnv: false, reject: false });
}
