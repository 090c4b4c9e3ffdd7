import { Command } from 'commander';
import { addAccounts } from './commands/accounts.ts';
import { addAfter } from './commands/after.ts';
import { addApi } from './commands/api.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfig } from './commands/config.ts';
import { addDemo } from './commands/demo.ts';
import { addDownload } from './commands/download.ts';
import { addHelp } from './commands/help.ts';
import { addInvite } from './commands/invite.ts';
import { addLogin } from './commands/login.ts';
import { addLogout } from './commands/logout.ts';
import { addPatients } from './commands/patients.ts';
import { addResume } from './commands/resume.ts';
import { addServe } from './commands/serve.ts';
import { addStatus } from './commands/status.ts';
import { addTransfer } from './commands/transfer.ts';
import { addWait } from './commands/wait.ts';
import type { Context } from './context.ts';
import { completeOnTheWay, declareAll } from './declare-on-use.ts';
import { addGlobalOptions, addGlobalOptionsBelow, readGlobalOptions } from './global-options.ts';

const MORE_HELP = `
Flags of every command (--json, --profile, --dry-run …) stand in the help of each:
  recon patients list --help
What a script may rely on:
  recon help exit-codes`;

/**
 * The command tree. Declaring it loads no more than words; each action loads what it needs. A group's commands, and a
 * command's global options, are declared when they are typed.
 */
export function declareCommands(context: Context): Command {
  const program = new Command('recon')
    .description('Keep patient records and turn clinical photos into 3D reconstructions.')
    .version(context.packageInfo().version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText('after', MORE_HELP);
  addGlobalOptions(program, { hidden: true });
  addPatients(program, context);
  addAfter(program, context);
  addDownload(program, context);
  addTransfer(program, context);
  addInvite(program, context);
  addWait(program, context);
  addResume(program, context);
  addLogin(program, context);
  addLogout(program, context);
  addStatus(program, context);
  addConfig(program, context);
  addApi(program, context);
  addServe(program, context);
  addAccounts(program, context);
  addDemo(program, context);
  addCompletion(program, context);
  addHelp(program, context);
  completeOnTheWay(program);
  program.hook('preAction', (_root, command) => context.setGlobals(readGlobalOptions(command), commandPath(command)));
  return program;
}

/** The same tree with everything declared, for those who read it: completions. */
export function buildProgram(context: Context): Command {
  const program = declareCommands(context);
  declareAll(program);
  addGlobalOptionsBelow(program);
  return program;
}

/** `recon patients list`, as it is typed. */
export function commandPath(command: Command): string {
  return command.parent === null ? command.name() : `${commandPath(command.parent)} ${command.name()}`;
}
