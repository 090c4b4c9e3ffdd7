import { Command } from 'commander';
import { accounts } from './commands/accounts.ts';
import { after } from './commands/after.ts';
import { api } from './commands/api.ts';
import { audit } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { completion } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { download } from './commands/download.ts';
import { help } from './commands/help.ts';
import { invite } from './commands/invite.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { patientsAccept } from './commands/patients/accept.ts';
import { patientsCreate } from './commands/patients/create.ts';
import { patientsGet } from './commands/patients/get.ts';
import { patientsList } from './commands/patients/list.ts';
import { patientsUpdate } from './commands/patients/update.ts';
import { patients } from './commands/patients.ts';
import { photos } from './commands/photos.ts';
import { restore } from './commands/restore.ts';
import { resume } from './commands/resume.ts';
import { serve } from './commands/serve.ts';
import { status } from './commands/status.ts';
import { transfer } from './commands/transfer.ts';
import { view } from './commands/view.ts';
import { wait } from './commands/wait.ts';
import type { Context } from './context.ts';
import { type CommandWords, commandPath, completeAll, declare, declareWhenTyped, termOf } from './declare-command.ts';
import { firstHelp } from './first-help.ts';
import { HELP_OPTION, ownGroups, plainDescriptions, readGlobalOptions, refuseAskedService } from './global-options.ts';
import { wrapLine } from './output/wrap-line.ts';
import { wrapped } from './output/wrapped.ts';

/** What a front desk types all day, without `patients`. */
const SHORT_WAYS: readonly CommandWords[] = [
  { ...patientsList, name: 'list', description: 'list patients (patients list)' },
  { ...patientsGet, name: 'show', description: 'show a patient (patients get)' },
  { ...patientsCreate, name: 'create', description: 'add a patient, with photos (patients create)' },
  { ...patientsUpdate, name: 'update', description: 'change a patient (patients update)' },
  { ...patientsAccept, name: 'accept', description: 'accept a 3D model (patients accept)' },
];

const COMMANDS = [
  ...SHORT_WAYS,
  ...[
    patients,
    photos,
    after,
    download,
    view,
    transfer,
    invite,
    wait,
    resume,
    login,
    logout,
    status,
    config,
    api,
    serve,
    accounts,
    audit,
    doctor,
    backup,
    restore,
  ],
  ...[demo, completion, help],
];

/** The cells of `Usage: `. */
const USAGE = '       ';

/** The command tree, as far as a start needs it: names, and what completes a command that is typed. */
export function declareCommands(context: Context, show: (text: string) => void = () => {}): Command {
  const program = new Command('recon')
    .description('Keep patient records and turn clinical photos into 3D models.')
    .version(context.packageInfo().version, '-V, --version', 'print the version')
    .helpOption(...HELP_OPTION)
    // Also in a terminal of 60 columns, where commander would leave the lines to be broken anywhere.
    .configureHelp({
      ...{ minWidthToWrap: 20, subcommandTerm: termOf, groupItems: ownGroups, ...plainDescriptions },
      boxWrap: (text, width) =>
        text
          .split('\n')
          .flatMap((line) => wrapped(line, width, (part) => part.length))
          .join('\n'),
      styleUsage: (usage) => wrapLine(usage, { width: context.streams.columns() - USAGE.length, indent: USAGE }),
    })
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      ...{ writeOut: show, writeErr: show, outputError: () => {} },
      getOutHelpWidth: context.streams.columns,
      getErrHelpWidth: context.streams.columns,
    });
  program.helpInformation = () => firstHelp(program.description(), context.streams.columns());
  for (const words of COMMANDS) declare(program, words, context);
  declareWhenTyped(program);
  program.hook('preAction', (_root, command) => {
    const [globals, path] = [readGlobalOptions(command), commandPath(command)];
    context.setGlobals(globals, path);
    refuseAskedService(command, path, globals);
  });
  return program;
}

/** The same tree with everything declared, for those who read it: completions. */
export function buildProgram(context: Context): Command {
  const program = declareCommands(context);
  completeAll(program);
  return program;
}
