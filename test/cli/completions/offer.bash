# What Tab offers in bash, one per line. Arguments: the script, then the words; the last one is being typed.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_recon
printf '%s\n' "${COMPREPLY[@]}"
