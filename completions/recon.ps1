# recon completion for PowerShell, made by: recon completion powershell

Register-ArgumentCompleter -Native -CommandName recon -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # For each command: the commands below it, its options, and its arguments in their order.
    # Values are words, or '@' and what they are; '' stands for an option without a value.
    $commands = @{
        '' = @{
            Commands = @('list', 'show', 'create', 'update', 'accept', 'patients', 'photos', 'after', 'download', 'view', 'transfer', 'invite', 'wait', 'resume', 'login', 'logout', 'status', 'config', 'api', 'serve', 'accounts', 'audit', 'doctor', 'backup', 'restore', 'demo', 'completion', 'help')
            Options = @{ '-V' = ''; '--version' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'list' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--phone' = '@text'; '--city' = '@text'; '--id' = '@known patient'; '--page' = '@text'; '--per-page' = '@text'; '--all' = ''; '--limit' = '@text'; '--status' = @('failed', 'generating', 'ready', 'accepted', 'no-photos', 'link-out'); '--since' = @('today', 'yesterday', '12h', '7d', '30d'); '--sort' = @('id', 'player_id', 'name', 'surname', 'email', 'gender', 'phone', 'country', 'address', 'city', 'postal_code', 'state', 'height', 'weight', 'updated_at'); '--template' = '@text'; '--watch' = ''; '--no-pager' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'show' = @{
            Commands = @()
            Options = @{ '--watch' = ''; '--template' = '@text'; '--preview' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'create' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--gender' = '@text'; '--phone' = '@text'; '--country' = '@text'; '--address' = '@text'; '--city' = '@text'; '--postal-code' = '@text'; '--state' = '@text'; '--type' = @('mammo', 'face', 'body'); '--provider' = '@provider'; '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--back' = '@file'; '--left-45' = '@file'; '--right-45' = '@file'; '--below' = '@file'; '--photos' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photo-check' = ''; '--no-photo-check' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--data' = '@file'; '--sync' = ''; '--allow-same' = ''; '--force' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'update' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--gender' = '@text'; '--phone' = '@text'; '--country' = '@text'; '--address' = '@text'; '--city' = '@text'; '--postal-code' = '@text'; '--state' = '@text'; '--height' = '@text'; '--weight' = '@text'; '--type' = @('mammo', 'face', 'body'); '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photos' = '@file'; '--photo-check' = ''; '--no-photo-check' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--data' = '@file'; '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = ''; '--provider' = '@provider'; '--back' = '@text'; '--left-45' = '@text'; '--right-45' = '@text'; '--below' = '@text' }
            Arguments = @(, '@known patient')
        }
        'accept' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--earlier' = ''; '--undo' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'patients' = @{
            Commands = @('list', 'get', 'create', 'update', 'accept', 'delete', 'import', 'export')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'patients list' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--phone' = '@text'; '--city' = '@text'; '--id' = '@known patient'; '--page' = '@text'; '--per-page' = '@text'; '--all' = ''; '--limit' = '@text'; '--status' = @('failed', 'generating', 'ready', 'accepted', 'no-photos', 'link-out'); '--since' = @('today', 'yesterday', '12h', '7d', '30d'); '--sort' = @('id', 'player_id', 'name', 'surname', 'email', 'gender', 'phone', 'country', 'address', 'city', 'postal_code', 'state', 'height', 'weight', 'updated_at'); '--template' = '@text'; '--watch' = ''; '--no-pager' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'patients get' = @{
            Commands = @()
            Options = @{ '--watch' = ''; '--template' = '@text'; '--preview' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'patients create' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--gender' = '@text'; '--phone' = '@text'; '--country' = '@text'; '--address' = '@text'; '--city' = '@text'; '--postal-code' = '@text'; '--state' = '@text'; '--type' = @('mammo', 'face', 'body'); '--provider' = '@provider'; '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--back' = '@file'; '--left-45' = '@file'; '--right-45' = '@file'; '--below' = '@file'; '--photos' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photo-check' = ''; '--no-photo-check' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--data' = '@file'; '--sync' = ''; '--allow-same' = ''; '--force' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'patients update' = @{
            Commands = @()
            Options = @{ '--name' = '@text'; '--email' = '@text'; '--gender' = '@text'; '--phone' = '@text'; '--country' = '@text'; '--address' = '@text'; '--city' = '@text'; '--postal-code' = '@text'; '--state' = '@text'; '--height' = '@text'; '--weight' = '@text'; '--type' = @('mammo', 'face', 'body'); '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photos' = '@file'; '--photo-check' = ''; '--no-photo-check' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--data' = '@file'; '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = ''; '--provider' = '@provider'; '--back' = '@text'; '--left-45' = '@text'; '--right-45' = '@text'; '--below' = '@text' }
            Arguments = @(, '@known patient')
        }
        'patients accept' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--earlier' = ''; '--undo' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'patients delete' = @{
            Commands = @()
            Options = @{ '--yes' = ''; '--if-exists' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'patients import' = @{
            Commands = @()
            Options = @{ '--map' = '@file'; '--yes' = ''; '--jobs' = '@text'; '--report' = '@file'; '--folder' = '@file'; '--type' = @('mammo', 'face', 'body'); '--wait' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--keep-going' = ''; '--allow-same' = ''; '--photo-check' = ''; '--watch' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'patients export' = @{
            Commands = @()
            Options = @{ '--to' = '@file'; '--name' = '@text'; '--email' = '@text'; '--id' = '@known patient'; '--type' = @('mammo', 'face', 'body'); '--no-archives' = ''; '--moved' = ''; '--remove-gone' = ''; '--jobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'photos' = @{
            Commands = @('check')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'photos check' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--provider' = '@provider'; '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--back' = '@file'; '--left-45' = '@file'; '--right-45' = '@file'; '--below' = '@file'; '--photos' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--picture' = '@file'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@file')
        }
        'after' = @{
            Commands = @('create')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'after create' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--provider' = '@provider'; '--left' = '@file'; '--front' = '@file'; '--right' = '@file'; '--back' = '@file'; '--left-45' = '@file'; '--right-45' = '@file'; '--below' = '@file'; '--photos' = '@file'; '--nipple-to-nipple' = '@text'; '--eye-distance' = '@text'; '--hipline' = '@text'; '--keep-metadata' = ''; '--photo-check' = ''; '--no-photo-check' = ''; '--no-wait' = ''; '--wait-timeout' = '@text'; '--data' = '@file'; '--force' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'download' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--to' = '@text'; '--after' = '@text'; '--only' = @('model', 'stl', 'obj'); '--extract' = '@file'; '--force' = ''; '--preview' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'view' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--after' = '@text'; '--catalogue' = '@file'; '--picture' = '@file'; '--only' = @('front', 'left-45', 'left', 'back', 'right', 'right-45'); '--no-open' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient' + , '@file')
        }
        'transfer' = @{
            Commands = @()
            Options = @{ '--to' = '@known surgeon'; '--back' = ''; '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'invite' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--qr' = ''; '--open' = ''; '--copy' = ''; '--card' = '@file'; '--language' = @('en', 'es', 'pt', 'de', 'fr', 'ar'); '--message' = @('en', 'es', 'pt', 'de', 'fr', 'ar'); '--here' = ''; '--revoke' = ''; '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'wait' = @{
            Commands = @()
            Options = @{ '--type' = @('mammo', 'face', 'body'); '--wait-timeout' = '@text'; '--preview' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known patient')
        }
        'resume' = @{
            Commands = @()
            Options = @{ '--list' = ''; '--adopt' = '@known patient'; '--recreate' = ''; '--forget' = ''; '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known change')
        }
        'login' = @{
            Commands = @()
            Options = @{ '--token-stdin' = ''; '--oauth' = ''; '--issuer' = '@text'; '--client-id' = '@text'; '--scope' = '@text'; '--device' = ''; '--no-open' = ''; '--insecure-storage' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'logout' = @{
            Commands = @()
            Options = @{ '--forget' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'status' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'config' = @{
            Commands = @('list', 'profiles', 'get', 'set', 'unset')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'config list' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'config profiles' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'config get' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, @('base-url', 'profile', 'ca-file', 'timeout', 'wait-timeout', 'quiet-period', 'jobs', 'output', 'color', 'clinic', 'language'))
        }
        'config set' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, @('base-url', 'profile', 'ca-file', 'timeout', 'wait-timeout', 'quiet-period', 'jobs', 'output', 'color', 'clinic', 'language') + , '@known setting')
        }
        'config unset' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, @('base-url', 'profile', 'ca-file', 'timeout', 'wait-timeout', 'quiet-period', 'jobs', 'output', 'color', 'clinic', 'language'))
        }
        'api' = @{
            Commands = @()
            Options = @{ '-f' = '@text'; '--field' = '@text'; '-F' = '@file'; '--form' = '@file'; '-H' = '@text'; '--header' = '@text'; '-i' = ''; '--include' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text' + , '@text')
        }
        'serve' = @{
            Commands = @()
            Options = @{ '--host' = '@text'; '--port' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '--role' = @('all', 'api', 'worker'); '--public-url' = '@text'; '--behind-proxy' = '@text'; '--tls-cert' = '@file'; '--tls-key' = '@file'; '--metrics-token-file' = '@file'; '--log-format' = @('text', 'json'); '--audit-keep' = '@text'; '--seed' = '@text'; '--ready-after' = '@text'; '--fail' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts' = @{
            Commands = @('list', 'add', 'update', 'disable', 'enable', 'token', 'tokens')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'accounts list' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'accounts add' = @{
            Commands = @()
            Options = @{ '--under' = '@known account'; '--quota' = '@text'; '--max-patients' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'accounts update' = @{
            Commands = @()
            Options = @{ '--quota' = '@text'; '--max-patients' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known account')
        }
        'accounts disable' = @{
            Commands = @()
            Options = @{ '--yes' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known account')
        }
        'accounts enable' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known account')
        }
        'accounts token' = @{
            Commands = @()
            Options = @{ '--yes' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known account')
        }
        'accounts tokens' = @{
            Commands = @('list', 'add', 'revoke')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'accounts tokens list' = @{
            Commands = @()
            Options = @{ '--all' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known account')
        }
        'accounts tokens add' = @{
            Commands = @()
            Options = @{ '--label' = '@text'; '--scope' = @('read', 'write', 'admin'); '--expires' = '@text'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known account')
        }
        'accounts tokens revoke' = @{
            Commands = @()
            Options = @{ '--yes' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@known account' + , '@text')
        }
        'audit' = @{
            Commands = @('list', 'verify', 'export')
            Options = @{ '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'audit list' = @{
            Commands = @()
            Options = @{ '--patient' = '@known patient-id'; '--account' = '@known account'; '--label' = '@text'; '--since' = @('today', 'yesterday', '12h', '7d', '30d'); '--refused' = ''; '--limit' = '@text'; '--all' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'audit verify' = @{
            Commands = @()
            Options = @{ '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'audit export' = @{
            Commands = @()
            Options = @{ '--since' = @('today', 'yesterday', '12h', '7d', '30d'); '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'doctor' = @{
            Commands = @()
            Options = @{ '--files' = ''; '--trial' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @()
        }
        'backup' = @{
            Commands = @('verify', 'remove')
            Options = @{ '--key-file' = '@file'; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '--keep' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'backup verify' = @{
            Commands = @()
            Options = @{ '--key-file' = '@file'; '--snapshot' = '@text'; '--all' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'backup remove' = @{
            Commands = @()
            Options = @{ '--yes' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text' + , '@text')
        }
        'restore' = @{
            Commands = @()
            Options = @{ '--key-file' = '@file'; '--snapshot' = '@text'; '--skip-damaged' = ''; '--data' = '@file'; '--database' = '@text'; '--blobs' = '@text'; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@text')
        }
        'demo' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@file')
        }
        'completion' = @{
            Commands = @()
            Options = @{ '--forget-names' = ''; '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, @('bash', 'zsh', 'fish', 'powershell'))
        }
        'help' = @{
            Commands = @()
            Options = @{ '-o' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--output' = @('table', 'json', 'ndjson', 'csv', 'xlsx', 'id'); '--json' = ''; '--fields' = '@text'; '--profile' = '@known profile'; '--base-url' = '@text'; '--timeout' = '@text'; '--dry-run' = ''; '--no-input' = ''; '-q' = ''; '--quiet' = ''; '-v' = ''; '--verbose' = ''; '--debug' = ''; '--no-color' = ''; '-h' = ''; '--help' = '' }
            Arguments = @(, '@topic')
        }
    }

    $providers = @{
        'mammo' = @('4', '6', 'torso', 'upper-body')
        'face' = @('4', '5', '6', 'face', 'head', 'head-hq')
        'body' = @('4', '7', 'body', 'full-body')
        '' = @('4', '5', '6', '7', 'body', 'face', 'full-body', 'head', 'head-hq', 'torso', 'upper-body')
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
        if (-not $topic) { $offered = @($offered) + @('commands', 'options', 'types', 'columns', 'systemd', 'upgrade', 'uninstall', 'privacy', 'exit-codes', 'environment', 'screen-reader') }
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
            $word, $about = $line -split "`t", 2
            if (-not ($kind.StartsWith('patient') -or $word.StartsWith($wordToComplete))) { continue }
            $inserted = if ($word -match '^[\w.-]+$') { $word } else { "'" + $word.Replace("'", "''") + "'" }
            [System.Management.Automation.CompletionResult]::new($inserted, "$word  $about".Trim(), 'ParameterValue', "$word  $about".Trim())
        }
        return
    }

    $offered | Where-Object { $_ -and -not $_.StartsWith('@') -and $_.StartsWith($wordToComplete) } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
