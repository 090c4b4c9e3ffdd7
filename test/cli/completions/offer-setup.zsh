# Makes an interactive zsh print its offers between two marks.
PROMPT=
fpath=("$1" $fpath)
autoload -Uz compinit
compinit -u -D
zstyle ':completion:*' insert-tab false
bindkey '^I' complete-word
begin-offers() { print offers-begin }
end-offers() { print offers-end }
compprefuncs=(begin-offers)
comppostfuncs=(end-offers)
compadd() {
  # Calls that fill an array are zsh's own bookkeeping.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a offered
  builtin compadd -A offered "$@"
  print -rl -- $offered
  builtin compadd "$@"
}
print setup-done
