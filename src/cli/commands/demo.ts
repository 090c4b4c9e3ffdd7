import type { Command } from 'commander';
import type { Context } from '../context.ts';

export function addDemo(parent: Command, context: Context): void {
  parent
    .command('demo')
    .argument('[dir]', 'folder for what comes out, not there yet (default: ./recon-demo)')
    .description('see the whole job done: synthetic photos in, 3D models out, on a temporary service')
    .action(async (folder: string | undefined) => {
      const { runDemo } = await import('./demo/demo.ts');
      await runDemo(folder, context);
    });
}
