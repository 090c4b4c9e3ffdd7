import { type CommandNode, everyCommand, type OptionNode } from './command-tree.ts';
import { PROVIDER_WORDS, type Takes, TOPICS } from './taken-values.ts';
import { providerRemark, remarkOn } from './word-remarks.ts';

/** The script for fish 3 and later. */
export function fishScript(program: CommandNode): string {
  const commands = everyCommand(program);
  const paths = commands.map(({ path }) => quoted(path.join(' '))).slice(1);
  const takers = new Set(
    commands.flatMap(({ options }) => options.flatMap(({ takes, names }) => (takes ? names : []))),
  );
  return `# recon completion for fish, made by: recon completion fish

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

function __recon_typed --description 'the word at the cursor, without its option'
    commandline -ct | string replace -r -- '^--[\\w-]+=' ''
end

function __recon_list --description 'words between commas'
    set -l before (__recon_typed | string match -r '^.*,')
    printf '%s\\t\\n' "$before"$argv
end

function __recon_providers --description 'the providers of the typed type'
    set -l type
    set -l before
    for word in (commandline -opc)
        test "$before" = --type; and set type $word
        string match -q -- '--type=*' $word; and set type (string replace -- --type= '' $word)
        set before $word
    end
    switch "$type"
${PROVIDER_WORDS.map(({ type, words }) => `        case ${quoted(type || '*')}\n            printf '%s\\n' ${words.map((word) => remarked(word, providerRemark(type, word))).join(' ')}`).join('\n')}
    end
end

function __recon_topics --description 'what stands below the typed topic'
    set -l words (commandline -opc)
    set -l help (contains -i -- help $words); or return
    switch (string join ' ' -- $words[(math $help + 1)..])
${commands
  .filter((one) => one.commands.length > 0)
  .map(({ path, commands: below }) => {
    const words = [...below.map((one) => one.path.at(-1)), ...(path.length === 0 ? TOPICS : [])];
    return `        case ${quoted(path.join(' '))}\n            printf '%s\\n' ${words.join(' ')}`;
  })
  .join('\n')}
    end
end

function __recon_known --description 'what the program knows, asked through a pipe: arguments are for all to read'
    begin
        commandline -opc
        __recon_typed
    end | command recon __complete fish $argv[1] 2>/dev/null
end

complete -c recon -f
${commands.map(linesOf).join('\n')}
`;
}

function linesOf({ path, options, arguments: list, commands }: CommandNode): string {
  const at = `complete -c recon -n ${quoted(`__recon_at ${path.join(' ')}`.trim())}`;
  return [
    ...commands.map((one) => `${at} -a ${one.path.at(-1)} -d ${quoted(one.about)}`),
    ...options.map((option) => `${at}${optionFlags(option)} -d ${quoted(option.about)}`),
    ...new Set(list.flatMap(({ takes }) => (takes.kind === 'text' ? [] : [`${at}${values(takes)}`]))),
  ].join('\n');
}

function optionFlags({ names, takes }: OptionNode): string {
  const flags = names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`)).join('');
  if (takes === undefined) return flags;
  if (takes.kind !== 'words') return `${flags} -r${values(takes)}`;
  const words = takes.words.map((word) => remarked(word, remarkOn(names.at(-1)!, word)));
  return `${flags} -r -f -a ${quoted(words.join(' '))}`;
}

/** A word and what is shown beside it; without a tab fish shows what the option is for, beside each value. */
const remarked = (word: string, remark: string) => `${word}\\t${quoted(remark)}`;

function values(takes: Takes): string {
  if (takes.kind === 'words') return ` -f -a ${quoted(takes.words.join(' '))}`;
  if (takes.kind === 'list') return ` -f -a ${quoted(`(__recon_list ${takes.words.join(' ')})`)}`;
  if (takes.kind === 'known') return ` -f -k -a ${quoted(`(__recon_known ${takes.what})`)}`;
  const places = { file: ' -F', folder: " -f -a '(__fish_complete_directories)'", text: ' -f' };
  const more = { provider: " -f -a '(__recon_providers)'", topic: " -f -a '(__recon_topics)'" };
  return { ...places, ...more }[takes.kind];
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
