import { type ArgumentShape, type CommandShape, everyCommand, type OptionShape, type Takes } from './shape.ts';

/** The script for zsh, for `_arguments`; works from a folder of fpath and through `source`. */
export function zshScript(program: CommandShape): string {
  return `#compdef recon
# recon completion for zsh; made from the command tree by \`npm run completions\`.

${everyCommand(program).map(functionOf).join('\n')}
if [ "$funcstack[1]" = "_recon" ]; then
  _recon "$@"
else
  compdef _recon recon
fi
`;
}

const nameOf = (path: readonly string[]) => ['_recon', ...path].join('__').replaceAll('-', '_');

function functionOf(command: CommandShape): string {
  return command.commands.length > 0 ? groupFunction(command) : leafFunction(command);
}

function groupFunction({ path, options, commands }: CommandShape): string {
  const described = commands.map((one) => quoted(`${one.path.at(-1)}:${one.about}`));
  const branches = commands.map((one) => `        ${one.path.at(-1)}) ${nameOf(one.path)} ;;`);
  return `${nameOf(path)}() {
  local line state
  local -a commands
  _arguments -C -S ${lines([...options.map(optionSpec), quoted('1: :->command'), quoted('*:: :->arguments')])}
  case $state in
    command)
      commands=(
        ${described.join('\n        ')}
      )
      _describe -t commands command commands
      ;;
    arguments)
      case $line[1] in
${branches.join('\n')}
      esac
      ;;
  esac
}
`;
}

function leafFunction({ path, options, arguments: list }: CommandShape): string {
  return `${nameOf(path)}() {
  _arguments -S ${lines([...options.map(optionSpec), ...list.map(argumentSpec)])}
}
`;
}

const lines = (specs: readonly string[]) => `\\\n    ${specs.join(' \\\n    ')}`;

function optionSpec({ names, about, takes, repeats }: OptionShape): string {
  const value = takes === undefined ? '' : `:value:${action(takes)}`;
  const text = quoted(`[${about.replace(/[[\]\\:]/g, '\\$&')}]${value}`);
  const long = (name: string) => (takes !== undefined && name.startsWith('--') ? `${name}=` : name);
  if (names.length === 1) return `${repeats ? quoted('*') : ''}${long(names[0]!)}${text}`;
  return `${quoted(repeats ? '*' : `(${names.join(' ')})`)}{${names.map(long).join(',')}}${text}`;
}

function argumentSpec(argument: ArgumentShape, at: number): string {
  const position = argument.repeats ? '*' : String(at + 1);
  const optional = argument.isOptional && !argument.repeats ? ':' : '';
  return quoted(`${position}:${optional}${argument.name.replaceAll(':', '\\:')}:${action(argument.takes)}`);
}

function action(takes: Takes): string {
  if (takes.kind === 'words') return `(${takes.words.join(' ')})`;
  return { file: '_files', folder: '_files -/', text: ' ' }[takes.kind];
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
