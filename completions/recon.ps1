# recon completion for PowerShell; made from the command tree by `npm run completions`.

Register-ArgumentCompleter -Native -CommandName recon -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # For each command: the commands below it, its options, and its arguments in their order.
    # Values are words, '@file' or '@text'; '' stands for an option without a value.
    $commands = @{
        '' = @{
            Commands = @('list', 'show', 'create', 'patients', 'photos', 'after', 'download', 'transfer', 'invite', 'wait', 'resume', 'login', 'logout', 'status', 'config', 'api', 'serve', 'accounts', 'audit', 'doctor', 'backup', 'restore', 'demo', 'completion', 'help')
            Options = @{ '-V' = ''; '--version' = ''; '-h' = ''; '--help' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = '' }
            Arguments = @()
        }
        'list' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--id' = '@text'; '--page' = '@text'; '--per-page' = '@text'; '--all' = ''; '--limit' = '@text'; '--status' = '@text'; '--since' = '@text'; '--sort' = '@text'; '--watch' = ''; '--no-pager' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'show' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'create' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--gender' = '@text'; '--phone' = '@text'; '--country' = '@text'; '--address' = '@text'; '--city' = '@text'; '--postal-code' = '@text'; '--state' = '@text'; '--type' = @('mammo', 'face', 'body'); '--provider' = @('4', '6', '5', '7', 'face', 'head', 'head-hq', 'torso', 'upper-body', 'body', 'full-body'); '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--back' = '@file'; '--left-45' = '@file'; '--right-45' = '@file'; '--below' = '@file'; '--photos' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photo-check' = ''; '--no-photo-check' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--data' = '@file'; '--sync' = ''; '--allow-same' = ''; '--force' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'patients' = @{
            Commands = @('list', 'get', 'create', 'update', 'accept', 'delete', 'import', 'export')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'patients list' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--id' = '@text'; '--page' = '@text'; '--per-page' = '@text'; '--all' = ''; '--limit' = '@text'; '--status' = '@text'; '--since' = '@text'; '--sort' = '@text'; '--watch' = ''; '--no-pager' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'patients get' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'patients create' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--gender' = '@text'; '--phone' = '@text'; '--country' = '@text'; '--address' = '@text'; '--city' = '@text'; '--postal-code' = '@text'; '--state' = '@text'; '--type' = @('mammo', 'face', 'body'); '--provider' = @('4', '6', '5', '7', 'face', 'head', 'head-hq', 'torso', 'upper-body', 'body', 'full-body'); '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--back' = '@file'; '--left-45' = '@file'; '--right-45' = '@file'; '--below' = '@file'; '--photos' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photo-check' = ''; '--no-photo-check' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--data' = '@file'; '--sync' = ''; '--allow-same' = ''; '--force' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'patients update' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--gender' = '@text'; '--phone' = '@text'; '--country' = '@text'; '--address' = '@text'; '--city' = '@text'; '--postal-code' = '@text'; '--state' = '@text'; '--height' = '@text'; '--weight' = '@text'; '--type' = @('mammo', 'face', 'body'); '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photo-check' = ''; '--no-photo-check' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--data' = '@file'; '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = ''; '--provider' = @('4', '5', '6', '7', 'body', 'face', 'full-body', 'head', 'head-hq', 'torso', 'upper-body'); '--photos' = '@text'; '--back' = '@text'; '--left-45' = '@text'; '--right-45' = '@text'; '--below' = '@text' }
            Arguments = @(, '@text')
        }
        'patients accept' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--undo' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'patients delete' = @{
            Commands = @()
            Options = @{ '--yes' = ''; '--if-exists' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'patients import' = @{
            Commands = @()
            Options = @{ '--map' = '@file'; '--yes' = ''; '--jobs' = '@text'; '--report' = '@file'; '--wait' = ''; '--wait-timeout' = '@text'; '--keep-going' = ''; '--allow-same' = ''; '--photo-check' = ''; '--watch' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'patients export' = @{
            Commands = @()
            Options = @{ '--to' = '@file'; '--name' = '@text'; '--email' = '@text'; '--id' = '@text'; '--type' = @('mammo', 'face', 'body'); '--no-archives' = ''; '--jobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'photos' = @{
            Commands = @('check')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'photos check' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--provider' = @('4', '6', '5', '7', 'face', 'head', 'head-hq', 'torso', 'upper-body', 'body', 'full-body'); '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--back' = '@file'; '--left-45' = '@file'; '--right-45' = '@file'; '--below' = '@file'; '--photos' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--picture' = '@file'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'after' = @{
            Commands = @('create')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'after create' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--provider' = @('4', '6', '5', '7', 'face', 'head', 'head-hq', 'torso', 'upper-body', 'body', 'full-body'); '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--back' = '@file'; '--left-45' = '@file'; '--right-45' = '@file'; '--below' = '@file'; '--photos' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photo-check' = ''; '--no-photo-check' = ''; '--data' = '@file'; '--force' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'download' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--to' = '@text'; '--extract' = '@file'; '--force' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'transfer' = @{
            Commands = @()
            Options = @{ '--to' = '@text'; '--back' = ''; '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'invite' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'wait' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--wait-timeout' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'resume' = @{
            Commands = @()
            Options = @{ '--list' = ''; '--adopt' = '@text'; '--recreate' = ''; '--forget' = ''; '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'login' = @{
            Commands = @()
            Options = @{ '--token-stdin' = ''; '--oauth' = ''; '--issuer' = '@text'; '--client-id' = '@text'; '--scope' = '@text'; '--device' = ''; '--no-open' = ''; '--insecure-storage' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'logout' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'status' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'config' = @{
            Commands = @('list', 'get', 'set', 'unset')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'config list' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'config get' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, @('base-url', 'profile', 'timeout', 'wait-timeout', 'quiet-period', 'jobs', 'output', 'color'))
        }
        'config set' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, @('base-url', 'profile', 'timeout', 'wait-timeout', 'quiet-period', 'jobs', 'output', 'color') + , '@text')
        }
        'config unset' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, @('base-url', 'profile', 'timeout', 'wait-timeout', 'quiet-period', 'jobs', 'output', 'color'))
        }
        'api' = @{
            Commands = @()
            Options = @{ '-f' = '@text'; '--field' = '@text'; '-F' = '@file'; '--form' = '@file'; '-H' = '@text'; '--header' = '@text'; '-i' = ''; '--include' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text' + , '@text')
        }
        'serve' = @{
            Commands = @()
            Options = @{ '--host' = '@text'; '--port' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '--role' = '@text'; '--public-url' = '@text'; '--behind-proxy' = '@text'; '--tls-cert' = '@file'; '--tls-key' = '@file'; '--metrics-token-file' = '@file'; '--log-format' = '@text'; '--audit-keep' = '@text'; '--seed' = '@text'; '--ready-after' = '@text'; '--fail' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts' = @{
            Commands = @('list', 'add', 'update', 'disable', 'enable', 'token', 'tokens')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'accounts list' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'accounts add' = @{
            Commands = @()
            Options = @{ '--under' = '@text'; '--quota' = '@text'; '--max-patients' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts update' = @{
            Commands = @()
            Options = @{ '--quota' = '@text'; '--max-patients' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts disable' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts enable' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts token' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts tokens' = @{
            Commands = @('list', 'add', 'revoke')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'accounts tokens list' = @{
            Commands = @()
            Options = @{ '--all' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts tokens add' = @{
            Commands = @()
            Options = @{ '--label' = '@text'; '--scope' = @('read', 'write', 'admin'); '--expires' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts tokens revoke' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text' + , '@text')
        }
        'audit' = @{
            Commands = @('list', 'verify', 'export')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'audit list' = @{
            Commands = @()
            Options = @{ '--patient' = '@text'; '--account' = '@text'; '--since' = '@text'; '--limit' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'audit verify' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'audit export' = @{
            Commands = @()
            Options = @{ '--since' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'doctor' = @{
            Commands = @()
            Options = @{ '--files' = ''; '--trial' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'backup' = @{
            Commands = @('verify')
            Options = @{ '--key-file' = '@file'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '--keep' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'backup verify' = @{
            Commands = @()
            Options = @{ '--key-file' = '@file'; '--snapshot' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'restore' = @{
            Commands = @()
            Options = @{ '--key-file' = '@file'; '--snapshot' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'demo' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@file')
        }
        'completion' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, @('bash', 'zsh', 'fish', 'powershell'))
        }
        'help' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@text'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
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
