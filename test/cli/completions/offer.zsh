# What Tab offers in zsh, one per line. Arguments: the folder of _recon, then the line being typed.
# A real interactive zsh runs in a pseudo-terminal; its compadd tells what it is given.
emulate -L zsh
zmodload zsh/zpty || exit 3
zpty shell zsh -f -i
zpty -w shell "source ${(q)0:A:h}/offer-setup.zsh ${(q)1}"
while zpty -r shell line; do
  [[ $line == *setup-done* && $line != *source* ]] && break
done
zpty -w -n shell "$2"$'\t'
inside=0
while zpty -r shell line; do
  line=${line%%$'\r\n'}
  case $line in
    *offers-begin*) inside=1 ;;
    *offers-end*) break ;;
    *) ((inside)) && print -r -- "$line" ;;
  esac
done
zpty -d shell
