import { type CommandShape, everyCommand, type OptionShape, type Takes } from './shape.ts';

/** The script for fish 3 and later. */
export function fishScript(program: CommandShape): string {
  const commands = everyCommand(program);
  const paths = commands.map(({ path }) => quoted(path.join(' '))).slice(1);
  const takers = new Set(
    commands.flatMap(({ options }) => options.flatMap(({ takes, names }) => (takes ? names : []))),
  );
  return `# recon completion for fish; made from the command tree by \`npm run completions\`.

set -g __recon_commands ${paths.join(' ')}
set -g __recon_options_with_value ${[...takers].join(' ')}

function __recon_at --description 'whether the words before the cursor lead to exactly this command'
    set -l path
    set -l skip 0
    for word in (commandline -opc)[2..]
        if test $skip = 1
            set skip 0
        else if contains -- $word $__recon_options_with_value
            set skip 1
        else if not string match -q -- '-*' $word
            and contains -- (string join ' ' $path $word) $__recon_commands
            set -a path $word
        end
    end
    test "$path" = "$argv"
end

complete -c recon -f
${commands.map(linesOf).join('\n')}
`;
}

function linesOf({ path, options, arguments: list, commands }: CommandShape): string {
  const at = `complete -c recon -n ${quoted(`__recon_at ${path.join(' ')}`.trim())}`;
  return [
    ...commands.map((one) => `${at} -a ${one.path.at(-1)} -d ${quoted(one.about)}`),
    ...options.map((option) => `${at}${optionFlags(option)} -d ${quoted(option.about)}`),
    ...new Set(list.flatMap(({ takes }) => (takes.kind === 'text' ? [] : [`${at}${values(takes)}`]))),
  ].join('\n');
}

function optionFlags({ names, takes }: OptionShape): string {
  const flags = names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`)).join('');
  return takes === undefined ? flags : `${flags} -r${values(takes)}`;
}

function values(takes: Takes): string {
  if (takes.kind === 'words') return ` -f -a ${quoted(takes.words.join(' '))}`;
  return { file: ' -F', folder: " -f -a '(__fish_complete_directories)'", text: ' -f' }[takes.kind];
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
