import type { Command } from 'commander';
import { completionScript, type Shell } from '../completions/scripts.ts';
import type { Context } from '../context.ts';
import { completeAll } from '../declare-command.ts';

export async function printCompletion(shell: Shell, { streams }: Context, { parent }: Command): Promise<void> {
  completeAll(parent!);
  await streams.write(completionScript(parent!, shell));
}
