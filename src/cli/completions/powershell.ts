import { type CommandShape, everyCommand, type Takes } from './shape.ts';

/** The script for PowerShell 5.1 and later. Where files are taken it stays silent, and PowerShell offers them itself. */
export function powershellScript(program: CommandShape): string {
  return `# recon completion for PowerShell; made from the command tree by \`npm run completions\`.

Register-ArgumentCompleter -Native -CommandName recon -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # For each command: the commands below it, its options, and its arguments in their order.
    # Values are words, '@file' or '@text'; '' stands for an option without a value.
    $commands = @{
${everyCommand(program).map(entryOf).join('\n')}
    }

    $path = ''
    $option = ''
    $place = 0
    foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
        if ($element.Extent.EndOffset -ge $cursorPosition) { break }
        $word = $element.ToString()
        $known = $commands[$path]
        if ($option) { $option = '' }
        elseif ($word.StartsWith('-')) { if ($known.Options[$word]) { $option = $word } }
        elseif ($place -eq 0 -and $known.Commands.Contains($word)) { $path = "$path $word".Trim() }
        else { $place++ }
    }

    $known = $commands[$path]
    if ($option) { $offered = $known.Options[$option] }
    elseif ($wordToComplete.StartsWith('-')) { $offered = @($known.Options.Keys | Sort-Object) }
    elseif ($known.Commands.Count) { $offered = $known.Commands }
    elseif ($place -lt $known.Arguments.Count) { $offered = $known.Arguments[$place] }
    else { $offered = @() }

    $offered | Where-Object { $_ -and -not $_.StartsWith('@') -and $_.StartsWith($wordToComplete) } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`;
}

function entryOf({ path, commands, options, arguments: list }: CommandShape): string {
  const optionEntries = options.flatMap(({ names, takes }) =>
    names.map((name) => `${quoted(name)} = ${takes === undefined ? "''" : wordsOf(takes)}`),
  );
  return `        ${quoted(path.join(' '))} = @{
            Commands = @(${commands.map((one) => quoted(one.path.at(-1)!)).join(', ')})
            Options = @{ ${optionEntries.join('; ')} }
            Arguments = @(${list.map(({ takes }) => `, ${wordsOf(takes)}`).join(' + ')})
        }`;
}

function wordsOf(takes: Takes): string {
  if (takes.kind === 'words') return `@(${takes.words.map(quoted).join(', ')})`;
  return takes.kind === 'text' ? "'@text'" : "'@file'";
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
