import { type CommandNode, everyCommand } from './command-tree.ts';
import { PROVIDER_WORDS, type Takes, TOPICS } from './taken-values.ts';

/** The script for PowerShell 5.1 and later. Where files are taken it stays silent, and PowerShell offers them itself. */
export function powershellScript(program: CommandNode): string {
  return `# recon completion for PowerShell, made by: recon completion powershell

Register-ArgumentCompleter -Native -CommandName recon -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # For each command: the commands below it, its options, and its arguments in their order.
    # Values are words, or '@' and what they are; '' stands for an option without a value.
    $commands = @{
${everyCommand(program).map(entryOf).join('\n')}
    }

    $providers = @{
${PROVIDER_WORDS.map(({ type, words }) => `        ${quoted(type)} = ${arrayOf(words)}`).join('\n')}
    }

    $path = ''
    $option = ''
    $place = 0
    $type = ''
    $topic = ''
    $words = @()
    foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
        if ($element.Extent.EndOffset -ge $cursorPosition) { break }
        $word = $element.ToString()
        $known = $commands[$path]
        $words += $word
        if ($word.StartsWith('--type=')) { $type = $word.Substring(7) }
        if ($option) { if ($option -eq '--type') { $type = $word }; $option = '' }
        elseif ($word.StartsWith('-')) { if ($known.Options[$word]) { $option = $word } }
        elseif ($place -eq 0 -and $known.Commands.Contains($word)) { $path = "$path $word".Trim() }
        else { $place++; $topic = "$topic $word".Trim() }
    }

    $known = $commands[$path]
    if ($option) { $offered = $known.Options[$option] }
    elseif ($wordToComplete.StartsWith('-')) { $offered = @($known.Options.Keys | Sort-Object) }
    elseif ($known.Commands.Count) { $offered = $known.Commands }
    elseif ($place -lt $known.Arguments.Count) { $offered = $known.Arguments[$place] }
    else { $offered = @() }

    if ($offered -eq '@provider') { $offered = if ($providers.ContainsKey($type)) { $providers[$type] } else { $providers[''] } }
    elseif ($offered -eq '@topic') {
        $offered = if ($commands.ContainsKey($topic)) { $commands[$topic].Commands }
        if (-not $topic) { $offered = @($offered) + ${arrayOf(TOPICS)} }
    }
    elseif ("$offered".StartsWith('@list ')) {
        $before = $wordToComplete -replace '[^,]*$', ''
        $offered = "$offered".Substring(6).Split(' ') | ForEach-Object { "$before$_" }
    }
    elseif ("$offered".StartsWith('@known ')) {
        # What the program knows: lines of a word, a tab and what it is. The words of the line go through a pipe: the
        # arguments of a process are for all to read. Patients are matched by name, and inserted by id.
        $kind = "$offered".Substring(7)
        $recon = Get-Command recon -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
        if (-not $recon) { return }
        $OutputEncoding = [Text.UTF8Encoding]::new($false)
        $consoleEncoding = [Console]::OutputEncoding
        try {
            [Console]::OutputEncoding = $OutputEncoding
            $lines = @($words) + $wordToComplete | & $recon __complete powershell $kind 2>$null
        } finally { [Console]::OutputEncoding = $consoleEncoding }
        foreach ($line in $lines) {
            $word, $about = $line -split "\`t", 2
            if (-not ($kind.StartsWith('patient') -or $word.StartsWith($wordToComplete))) { continue }
            $inserted = if ($word -match '^[\\w.-]+$') { $word } else { "'" + $word.Replace("'", "''") + "'" }
            [System.Management.Automation.CompletionResult]::new($inserted, "$word  $about".Trim(), 'ParameterValue', "$word  $about".Trim())
        }
        return
    }

    $offered | Where-Object { $_ -and -not $_.StartsWith('@') -and $_.StartsWith($wordToComplete) } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`;
}

function entryOf({ path, commands, options, arguments: list }: CommandNode): string {
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
  if (takes.kind === 'words') return arrayOf(takes.words);
  if (takes.kind === 'list') return quoted(`@list ${takes.words.join(' ')}`);
  if (takes.kind === 'known') return quoted(`@known ${takes.what}`);
  return quoted(takes.kind === 'folder' ? '@file' : `@${takes.kind}`);
}

const arrayOf = (words: readonly string[]) => `@(${words.map(quoted).join(', ')})`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
