import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import { completionScript, type Shell } from '../completions/scripts.ts';
import type { Context } from '../context.ts';
import { completeAll } from '../declare-command.ts';
import { tellShellHistory } from '../shell-history.ts';

export async function complete(
  shell: Shell | undefined,
  { forgetNames = false }: { forgetNames?: boolean },
  context: Context,
  { parent }: Command,
): Promise<void> {
  if (forgetNames) return await forgetNamesOfAll(shell, context);
  if (shell === undefined) {
    throw new ReconError('usage', 'which shell is missing: bash, zsh, fish or powershell', {
      hint: { command: ['completion', '--help'], because: 'which tells where the script goes' },
    });
  }
  completeAll(parent!);
  await context.streams.write(completionScript(parent!, shell));
}

async function forgetNamesOfAll(shell: Shell | undefined, context: Context): Promise<void> {
  const { configuration, globals, streams } = context;
  if (shell !== undefined) {
    throw new ReconError('usage', `--forget-names prints no script, so ${shell} cannot stand beside it`, {
      hint: { command: ['completion', '--forget-names'], because: 'which is for every shell' },
    });
  }
  if (globals().dryRun) return streams.say('Would forget the names that Tab offers');
  const { knownNames, settings } = await configuration();
  const { profile, baseUrl } = await settings();
  await (await knownNames({ profile: profile.value, service: baseUrl?.value ?? '' })).eraseAll();
  streams.say('Tab offers no patient’s name until one is shown again; nothing else was changed.');
  tellShellHistory(context);
}
