# recon completion for bash, made by: recon completion bash

# The commands below a command.
_recon_commands() {
  case "$1" in
    '') echo 'list show create update accept patients photos after download view transfer invite wait resume login logout status config api serve accounts audit doctor backup restore demo completion help' ;;
    'patients') echo 'list get create update accept delete import export' ;;
    'photos') echo 'check' ;;
    'after') echo 'create' ;;
    'config') echo 'list profiles get set unset' ;;
    'accounts') echo 'list add update disable enable token tokens' ;;
    'accounts tokens') echo 'list add revoke' ;;
    'audit') echo 'list verify export' ;;
    'backup') echo 'verify remove' ;;
  esac
}

# The options of a command.
_recon_options() {
  case "$1" in
    '') echo '-V --version -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'list') echo '--name --email --phone --city --id --page --per-page --all --limit --status --since --sort --template --watch --no-pager -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'show') echo '--watch --template --preview -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'create') echo '--name --email --gender --phone --country --address --city --postal-code --state --type --provider --left --front --right --back --left-45 --right-45 --below --photos --nipple-to-nipple --eye-distance --hipline --keep-metadata --photo-check --no-photo-check --no-wait --wait-timeout --data --sync --allow-same --force -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'update') echo '--name --email --gender --phone --country --address --city --postal-code --state --height --weight --type --left --front --right --nipple-to-nipple --eye-distance --hipline --keep-metadata --photos --photo-check --no-photo-check --no-wait --wait-timeout --data --yes -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help --provider --back --left-45 --right-45 --below' ;;
    'accept') echo '--type --earlier --undo -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'patients') echo '-h --help' ;;
    'patients list') echo '--name --email --phone --city --id --page --per-page --all --limit --status --since --sort --template --watch --no-pager -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'patients get') echo '--watch --template --preview -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'patients create') echo '--name --email --gender --phone --country --address --city --postal-code --state --type --provider --left --front --right --back --left-45 --right-45 --below --photos --nipple-to-nipple --eye-distance --hipline --keep-metadata --photo-check --no-photo-check --no-wait --wait-timeout --data --sync --allow-same --force -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'patients update') echo '--name --email --gender --phone --country --address --city --postal-code --state --height --weight --type --left --front --right --nipple-to-nipple --eye-distance --hipline --keep-metadata --photos --photo-check --no-photo-check --no-wait --wait-timeout --data --yes -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help --provider --back --left-45 --right-45 --below' ;;
    'patients accept') echo '--type --earlier --undo -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'patients delete') echo '--yes --if-exists -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'patients import') echo '--map --yes --jobs --report --folder --type --wait --no-wait --wait-timeout --keep-going --allow-same --photo-check --watch -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'patients export') echo '--to --name --email --id --type --no-archives --moved --remove-gone --jobs -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'photos') echo '-h --help' ;;
    'photos check') echo '--type --provider --left --front --right --back --left-45 --right-45 --below --photos --nipple-to-nipple --eye-distance --hipline --picture -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'after') echo '-h --help' ;;
    'after create') echo '--type --provider --left --front --right --back --left-45 --right-45 --below --photos --nipple-to-nipple --eye-distance --hipline --keep-metadata --photo-check --no-photo-check --no-wait --wait-timeout --data --force -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'download') echo '--type --to --after --only --extract --force --preview -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'view') echo '--type --after --catalogue --picture --only --no-open -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'transfer') echo '--to --back --yes -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'invite') echo '--type --qr --open --copy --card --language --message --here --revoke --yes -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'wait') echo '--type --wait-timeout --preview -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'resume') echo '--list --adopt --recreate --forget --yes -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'login') echo '--token-stdin --oauth --issuer --client-id --scope --device --no-open --insecure-storage -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'logout') echo '--forget -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'status') echo '-o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'config') echo '-h --help' ;;
    'config list') echo '-o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'config profiles') echo '-o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'config get') echo '-o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'config set') echo '-o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'config unset') echo '-o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'api') echo '-f --field -F --form -H --header -i --include -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'serve') echo '--host --port --data --database --blobs --role --public-url --behind-proxy --tls-cert --tls-key --metrics-token-file --log-format --audit-keep --seed --ready-after --fail -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts') echo '-h --help' ;;
    'accounts list') echo '--data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts add') echo '--under --quota --max-patients --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts update') echo '--quota --max-patients --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts disable') echo '--yes --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts enable') echo '--data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts token') echo '--yes --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts tokens') echo '-h --help' ;;
    'accounts tokens list') echo '--all --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts tokens add') echo '--label --scope --expires --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'accounts tokens revoke') echo '--yes --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'audit') echo '-h --help' ;;
    'audit list') echo '--patient --account --label --since --refused --limit --all --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'audit verify') echo '--data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'audit export') echo '--since --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'doctor') echo '--files --trial --data --database --blobs -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'backup') echo '--key-file --data --database --blobs --keep -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'backup verify') echo '--key-file --snapshot --all -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'backup remove') echo '--yes -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'restore') echo '--key-file --snapshot --skip-damaged --data --database --blobs -o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'demo') echo '-o --output --json --fields --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'completion') echo '--forget-names -o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
    'help') echo '-o --output --json --fields --profile --base-url --timeout --dry-run --no-input -q --quiet -v --verbose --debug --no-color -h --help' ;;
  esac
}

# What stands after an option, or in the place of an argument (#1, #2, ...) of a command:
# words, @file, @folder, @text, @provider, @topic, @list WORDS or @known KIND; nothing where the option stands alone.
_recon_values() {
  case "$1:$2" in
    *:-o | *:--output) echo 'table json ndjson csv xlsx id' ;;
    ':--fields' | 'accept:--fields' | 'photos check:--fields' | 'after create:--fields' | 'download:--fields' | 'view:--fields' | 'transfer:--fields' | 'invite:--fields' | 'wait:--fields' | 'resume:--fields' | 'login:--fields' | 'logout:--fields' | 'status:--fields' | 'config list:--fields' | 'config profiles:--fields' | 'config get:--fields' | 'config set:--fields' | 'config unset:--fields' | 'api:--fields' | 'serve:--fields' | 'accounts list:--fields' | 'accounts add:--fields' | 'accounts update:--fields' | 'accounts disable:--fields' | 'accounts enable:--fields' | 'accounts token:--fields' | 'accounts tokens list:--fields' | 'accounts tokens add:--fields' | 'accounts tokens revoke:--fields' | 'audit list:--fields' | 'audit verify:--fields' | 'audit export:--fields' | 'doctor:--fields' | 'backup:--fields' | 'backup verify:--fields' | 'backup remove:--fields' | 'restore:--fields' | 'demo:--fields' | 'completion:--fields' | 'help:--fields' | *:--base-url | *:--timeout | *:--name | *:--email | *:--phone | *:--city | *:--page | *:--per-page | *:--limit | *:--template | *:--gender | *:--country | *:--address | *:--postal-code | *:--state | 'update:--back' | 'patients update:--back' | 'update:--left-45' | 'patients update:--left-45' | 'update:--right-45' | 'patients update:--right-45' | 'update:--below' | 'patients update:--below' | *:--nipple-to-nipple | *:--eye-distance | *:--hipline | *:--wait-timeout | *:--height | *:--weight | *:--jobs | 'download:--to' | *:--after | *:--issuer | *:--client-id | 'login:--scope' | *:-f | *:--field | *:-H | *:--header | *:--host | *:--port | *:--database | *:--blobs | *:--public-url | *:--behind-proxy | *:--audit-keep | *:--seed | *:--ready-after | *:--fail | *:--quota | *:--max-patients | *:--label | *:--expires | *:--keep | *:--snapshot | 'list':\#* | 'patients list':\#* | 'patients import':\#1 | 'api':\#1 | 'api':\#2 | 'serve':\#* | 'accounts add':\#1 | 'accounts tokens revoke':\#2 | 'audit verify':\#1 | 'backup':\#1 | 'backup verify':\#1 | 'backup remove':\#1 | 'backup remove':\#* | 'restore':\#1) echo '@text' ;;
    'list:--fields' | 'show:--fields' | 'create:--fields' | 'update:--fields' | 'patients list:--fields' | 'patients get:--fields' | 'patients create:--fields' | 'patients update:--fields' | 'patients accept:--fields' | 'patients delete:--fields' | 'patients import:--fields' | 'patients export:--fields') echo '@list id player_id name email gender phone country address city postal_code state height weight reconstructions updated_at failure' ;;
    *:--profile) echo '@known profile' ;;
    *:--id | *:--adopt | 'show':\#* | 'update':\#1 | 'accept':\#1 | 'patients get':\#* | 'patients update':\#1 | 'patients accept':\#1 | 'patients delete':\#* | 'after create':\#1 | 'download':\#1 | 'view':\#1 | 'transfer':\#* | 'invite':\#1 | 'wait':\#*) echo '@known patient' ;;
    *:--status) echo 'failed generating ready accepted no-photos link-out' ;;
    *:--since) echo 'today yesterday 12h 7d 30d' ;;
    *:--sort) echo 'id player_id name surname email gender phone country address city postal_code state height weight updated_at' ;;
    *:--type) echo 'mammo face body' ;;
    *:--provider) echo '@provider' ;;
    *:--left | *:--front | *:--right | 'create:--back' | 'patients create:--back' | 'photos check:--back' | 'after create:--back' | 'create:--left-45' | 'patients create:--left-45' | 'photos check:--left-45' | 'after create:--left-45' | 'create:--right-45' | 'patients create:--right-45' | 'photos check:--right-45' | 'after create:--right-45' | 'create:--below' | 'patients create:--below' | 'photos check:--below' | 'after create:--below' | 'create:--data' | 'update:--data' | 'patients create:--data' | 'patients update:--data' | 'after create:--data' | *:--map | *:--report | *:--picture | *:--catalogue | *:--card | *:-F | *:--form | *:--tls-cert | *:--tls-key | *:--metrics-token-file | *:--key-file | 'view':\#2) echo '@file' ;;
    *:--photos | 'serve:--data' | 'accounts list:--data' | 'accounts add:--data' | 'accounts update:--data' | 'accounts disable:--data' | 'accounts enable:--data' | 'accounts token:--data' | 'accounts tokens list:--data' | 'accounts tokens add:--data' | 'accounts tokens revoke:--data' | 'audit list:--data' | 'audit verify:--data' | 'audit export:--data' | 'doctor:--data' | 'backup:--data' | 'restore:--data' | *:--folder | 'patients export:--to' | *:--extract | 'photos check':\#1 | 'demo':\#1) echo '@folder' ;;
    'transfer:--to') echo '@known surgeon' ;;
    'download:--only') echo 'model stl obj' ;;
    'view:--only') echo 'front left-45 left back right right-45' ;;
    *:--language | *:--message) echo 'en es pt de fr ar' ;;
    'accounts tokens add:--scope') echo 'read write admin' ;;
    *:--role) echo 'all api worker' ;;
    *:--log-format) echo 'text json' ;;
    *:--under | *:--account | 'accounts update':\#1 | 'accounts disable':\#1 | 'accounts enable':\#1 | 'accounts token':\#1 | 'accounts tokens list':\#1 | 'accounts tokens add':\#1 | 'accounts tokens revoke':\#1) echo '@known account' ;;
    *:--patient) echo '@known patient-id' ;;
    'resume':\#1) echo '@known change' ;;
    'config get':\#1 | 'config set':\#1 | 'config unset':\#1) echo 'base-url profile ca-file timeout wait-timeout quiet-period jobs output color clinic language' ;;
    'config set':\#2) echo '@known setting' ;;
    'completion':\#1) echo 'bash zsh fish powershell' ;;
    'help':\#*) echo '@topic' ;;
  esac
}

# The providers of the typed type.
_recon_providers() {
  local at type=''
  for ((at = 1; at < COMP_CWORD; at++)); do
    [[ ${COMP_WORDS[at - 1]} == --type ]] || continue
    type="${COMP_WORDS[at]}"
    [[ $type != '=' ]] || type="${COMP_WORDS[at + 1]}"
  done
  case "$type" in
    'mammo') echo '4 6 torso upper-body' ;;
    'face') echo '4 5 6 face head head-hq' ;;
    'body') echo '4 7 body full-body' ;;
    *) echo '4 5 6 7 body face full-body head head-hq torso upper-body' ;;
  esac
}

# What the program knows, as lines of a word, a tab and what it is. The words of the line go through a pipe: the
# arguments of a process are for all to read.
_recon_ask() {
  { printf '%s\n' "${COMP_WORDS[@]:0:COMP_CWORD}" "$2" | command recon __complete bash "$1"; } 2>/dev/null
}

# Patients are matched by name, and inserted by id. Only a list that inserts nothing shows the names.
_recon_known() {
  local word about typed="$2" words=() lines=()
  while IFS=$'\t' read -r word about; do
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
  if [[ ${#words[@]} -gt 1 && $COMP_TYPE =~ ^(33|63|64)$ ]]; then
    # The blank keeps what they have in common out of the line.
    COMPREPLY=("${lines[@]}" ' ')
  elif [[ ${#words[@]} -gt 1 && $COMP_TYPE == 9 && $1 == patient* && -n ${typed//[0-9]/} ]]; then
    COMPREPLY=("${words[@]}" ' ')
  else
    COMPREPLY=("${words[@]}")
  fi
}

_recon_offer() {
  local IFS=$'\n' before
  case "$1" in
    '' | @text) ;;
    @provider) _recon_offer "$(_recon_providers)" "$2" ;;
    @topic) _recon_offer "$(_recon_commands "$topic")$([[ -n $topic ]] || echo ' commands options types columns systemd upgrade uninstall privacy exit-codes environment screen-reader')" "$2" ;;
    '@known '*) _recon_known "${1#@known }" "$2" ;;
    '@list '*)
      before="${2%"${2##*,}"}"
      compopt -o nospace 2>/dev/null
      IFS=$' \t\n' && COMPREPLY=($(compgen -P "$before" -W "${1#@list }" -- "${2##*,}"))
      ;;
    @file)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$2"))
      ;;
    @folder)
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -d -- "$2"))
      ;;
    *) IFS=$' \t\n' && COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
  esac
}

_recon() {
  local current="${COMP_WORDS[COMP_CWORD]}" path='' option='' topic='' word at argument=0 below
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="${COMP_WORDS[at]}"
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
        path="${path:+$path }$word"
      else
        argument=$((argument + 1))
        topic="${topic:+$topic }$word"
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
