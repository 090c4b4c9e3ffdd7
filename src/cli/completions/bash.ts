import { type CommandNode, everyCommand } from './command-tree.ts';
import { PROVIDER_WORDS, type Takes, TOPICS } from './taken-values.ts';

/** The script for bash 3.2 and later. It asks the program only for what this machine alone knows. */
export function bashScript(program: CommandNode): string {
  const commands = everyCommand(program);
  return `# recon completion for bash, made by: recon completion bash

# The commands below a command.
_recon_commands() {
  case "$1" in
${commands
  .filter(({ commands: below }) => below.length > 0)
  .map(({ path, commands: below }) => caseOf(quoted(path.join(' ')), below.map((one) => one.path.at(-1)).join(' ')))
  .join('\n')}
  esac
}

# The options of a command.
_recon_options() {
  case "$1" in
${commands
  .map(({ path, options }) => caseOf(quoted(path.join(' ')), options.flatMap(({ names }) => names).join(' ')))
  .join('\n')}
  esac
}

# What stands after an option, or in the place of an argument (#1, #2, ...) of a command:
# words, @file, @folder, @text, @provider, @topic, @list WORDS or @known KIND; nothing where the option stands alone.
_recon_values() {
  case "$1:$2" in
${valueCases(commands).join('\n')}
  esac
}

# The providers of the typed type.
_recon_providers() {
  local at type=''
  for ((at = 1; at < COMP_CWORD; at++)); do
    [[ \${COMP_WORDS[at - 1]} == --type ]] || continue
    type="\${COMP_WORDS[at]}"
    [[ $type != '=' ]] || type="\${COMP_WORDS[at + 1]}"
  done
  case "$type" in
${PROVIDER_WORDS.map(({ type, words }) => caseOf(type === '' ? '*' : quoted(type), words.join(' '))).join('\n')}
  esac
}

# What the program knows, as lines of a word, a tab and what it is. The words of the line go through a pipe: the
# arguments of a process are for all to read.
_recon_ask() {
  { printf '%s\\n' "\${COMP_WORDS[@]:0:COMP_CWORD}" "$2" | command recon __complete bash "$1"; } 2>/dev/null
}

# Patients are matched by name, and inserted by id. Only a list that inserts nothing shows the names.
_recon_known() {
  local word about typed="$2" words=() lines=()
  while IFS=$'\\t' read -r word about; do
    if [[ $1 == patient* ]]; then
      words+=("$word")
    elif [[ $word == "$typed"* ]]; then
      words+=("$(printf '%q' "$word")")
    else
      continue
    fi
    lines+=("$word  $about")
  done < <(_recon_ask "$1" "$2")
  compopt -o nosort 2>/dev/null
  if [[ \${#words[@]} -gt 1 && $COMP_TYPE =~ ^(33|63|64)$ ]]; then
    # The blank keeps what they have in common out of the line.
    COMPREPLY=("\${lines[@]}" ' ')
  elif [[ \${#words[@]} -gt 1 && $COMP_TYPE == 9 && $1 == patient* && -n \${typed//[0-9]/} ]]; then
    COMPREPLY=("\${words[@]}" ' ')
  else
    COMPREPLY=("\${words[@]}")
  fi
}

_recon_offer() {
  local IFS=$'\\n' before
  case "$1" in
    '' | @text) ;;
    @provider) _recon_offer "$(_recon_providers)" "$2" ;;
    @topic) _recon_offer "$(_recon_commands "$topic")$([[ -n $topic ]] || echo ' ${TOPICS.join(' ')}')" "$2" ;;
    '@known '*) _recon_known "\${1#@known }" "$2" ;;
    '@list '*)
      before="\${2%"\${2##*,}"}"
      compopt -o nospace 2>/dev/null
      IFS=$' \\t\\n' && COMPREPLY=($(compgen -P "$before" -W "\${1#@list }" -- "\${2##*,}"))
      ;;
    @file)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$2"))
      ;;
    @folder)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -d -- "$2"))
      ;;
    *) IFS=$' \\t\\n' && COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
  esac
}

_recon() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' option='' topic='' word at argument=0 below
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    if [[ -n $option ]]; then
      # bash takes --option=value apart at the sign.
      [[ $word == '=' ]] || option=''
    elif [[ $word == -- ]]; then
      _recon_offer @file "$current"
      return
    elif [[ $word == -* ]]; then
      [[ -z $(_recon_values "$path" "$word") ]] || option="$word"
    else
      below=" $(_recon_commands "$path") "
      if [[ $argument == 0 && $below == *" $word "* ]]; then
        path="\${path:+$path }$word"
      else
        argument=$((argument + 1))
        topic="\${topic:+$topic }$word"
      fi
    fi
  done
  [[ $current == '=' ]] && current=''
  below="$(_recon_commands "$path")"
  if [[ -n $option ]]; then
    _recon_offer "$(_recon_values "$path" "$option")" "$current"
  elif [[ $current == -* ]]; then
    _recon_offer "$(_recon_options "$path")" "$current"
  elif [[ -n $below && $argument == 0 ]]; then
    _recon_offer "$below" "$current"
  else
    _recon_offer "$(_recon_values "$path" "#$((argument + 1))")" "$current"
  fi
}

complete -F _recon recon
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const caseOf = (pattern: string, answer: string) => `    ${pattern}) echo ${quoted(answer)} ;;`;

function answerOf(takes: Takes): string {
  if (takes.kind === 'words') return takes.words.join(' ');
  if (takes.kind === 'list') return `@list ${takes.words.join(' ')}`;
  return takes.kind === 'known' ? `@known ${takes.what}` : `@${takes.kind}`;
}

/** One line per answer. An option that means the same in every command is listed once, for all of them. */
function valueCases(commands: readonly CommandNode[]): string[] {
  const uses = new Map<string, { path: string; answer: string }[]>();
  for (const { path, options } of commands) {
    for (const { names, takes } of options) {
      const use = { path: path.join(' '), answer: takes === undefined ? '' : answerOf(takes) };
      for (const name of names) uses.set(name, [...(uses.get(name) ?? []), use]);
    }
  }
  const patterns = new Map<string, string[]>();
  const add = (answer: string, pattern: string) => patterns.set(answer, [...(patterns.get(answer) ?? []), pattern]);
  for (const [name, places] of uses) {
    if (new Set(places.map(({ answer }) => answer)).size === 1) add(places[0]!.answer, `*:${name}`);
    else for (const { path, answer } of places) add(answer, quoted(`${path}:${name}`));
  }
  for (const { path, arguments: list } of commands) {
    for (const [at, argument] of list.entries()) {
      add(answerOf(argument.takes), `${quoted(path.join(' '))}:\\#${argument.repeats ? '*' : at + 1}`);
    }
  }
  patterns.delete('');
  return [...patterns].map(([answer, list]) => caseOf(list.join(' | '), answer));
}
