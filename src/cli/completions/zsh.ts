import { type ArgumentNode, type CommandNode, everyCommand, type OptionNode } from './command-tree.ts';
import { PROVIDER_WORDS, type Takes, TOPICS } from './taken-values.ts';

/** The script for zsh, for `_arguments`; works from a folder of fpath and through `source`. */
export function zshScript(program: CommandNode): string {
  return `#compdef recon
# recon completion for zsh, made by: recon completion zsh

${everyCommand(program).map(functionOf).join('\n')}
${asking(everyCommand(program))}
if [ "$funcstack[1]" = "_recon" ]; then
  _recon "$@"
else
  compdef _recon recon
fi
`;
}

const nameOf = (path: readonly string[]) => ['_recon', ...path].join('__').replaceAll('-', '_');

function functionOf(command: CommandNode): string {
  return command.commands.length > 0 ? groupFunction(command) : leafFunction(command);
}

/** `-A`: what stands behind a command is that one's, also flags that all commands have; else it would offer nothing. */
function groupFunction({ path, options, commands }: CommandNode): string {
  const described = commands.map((one) => quoted(`${one.path.at(-1)}:${one.about}`));
  const branches = commands.map((one) => `        ${one.path.at(-1)}) ${nameOf(one.path)} ;;`);
  return `${nameOf(path)}() {
  local line state
  local -a commands${path.length === 0 ? WHOLE_LINE : ''}
  _arguments -C -A "-*" -S ${lines([...options.map(optionSpec), quoted('1: :->command'), quoted('*:: :->arguments')])}
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

/** What depends on the words before the cursor, and what only the program knows. */
const asking = (commands: readonly CommandNode[]) => `# The providers of the typed type.
_recon_providers() {
  local type=\${_recon_line[(I)--type]}
  if ((type)); then type=\${_recon_line[type + 1]}; else type=\${\${(M)_recon_line:#--type=*}[-1]#--type=}; fi
  case $type in
${PROVIDER_WORDS.map(({ type, words }) => `    ${type || '*'}) compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
}

_recon_topics() {
  local -a topic=("\${(@)_recon_line[_recon_line[(i)help] + 1,-1]}")
  case "$topic" in
${commands
  .filter((one) => one.commands.length > 0)
  .map(({ path, commands: below }) => {
    const words = [...below.map((one) => one.path.at(-1)), ...(path.length === 0 ? TOPICS : [])];
    return `    ${quoted(path.join(' '))}) compadd -- ${words.join(' ')} ;;`;
  })
  .join('\n')}
  esac
}

# What the program knows. The words of the line go through a pipe: the arguments of a process are for all to read.
# Patients are matched by name, and inserted by id.
_recon_known() {
  local id about typed="$PREFIX$SUFFIX"
  local -a ids offered matching
  while IFS=$'\\t' read -r id about; do
    ids+=("$id")
    offered+=("$id  $about")
  done < <({ print -rl -- "\${(@)_recon_line}" "$typed" | command recon __complete zsh "$1" } 2>/dev/null)
  ((\${#ids})) || return 1
  if [[ $1 == patient* && $typed != [0-9]# ]]; then
    matching=(-U)
    compstate[insert]=menu
  fi
  compadd -V "$1" "\${(@)matching}" -l -d offered -a ids
}
`;

/** A command's own function sees its own words only. */
const WHOLE_LINE = `
  local -a _recon_line=("\${(@)words[1,CURRENT-1]}")`;

function leafFunction({ path, options, arguments: list }: CommandNode): string {
  return `${nameOf(path)}() {
  _arguments -S ${lines([...options.map(optionSpec), ...list.map(argumentSpec)])}
}
`;
}

const lines = (specs: readonly string[]) => `\\\n    ${specs.join(' \\\n    ')}`;

function optionSpec({ names, about, takes, repeats }: OptionNode): string {
  const value = takes === undefined ? '' : `:value:${action(takes)}`;
  const text = quoted(`[${about.replace(/[[\]\\:]/g, '\\$&')}]${value}`);
  const long = (name: string) => (takes !== undefined && name.startsWith('--') ? `${name}=` : name);
  if (names.length === 1) return `${repeats ? quoted('*') : ''}${long(names[0]!)}${text}`;
  return `${quoted(repeats ? '*' : `(${names.join(' ')})`)}{${names.map(long).join(',')}}${text}`;
}

function argumentSpec(argument: ArgumentNode, at: number): string {
  const position = argument.repeats ? '*' : String(at + 1);
  const optional = argument.isOptional && !argument.repeats ? ':' : '';
  return quoted(`${position}:${optional}${argument.name.replaceAll(':', '\\:')}:${action(argument.takes)}`);
}

function action(takes: Takes): string {
  if (takes.kind === 'words') return `(${takes.words.join(' ')})`;
  if (takes.kind === 'list') return `_values -s , value ${takes.words.join(' ')}`;
  // Behind a blank a call gets no more words than these.
  if (takes.kind === 'known') return ` _recon_known ${takes.what}`;
  const actions = { file: '_files', folder: '_files -/', text: ' ' };
  return { ...actions, provider: ' _recon_providers', topic: ' _recon_topics' }[takes.kind];
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
