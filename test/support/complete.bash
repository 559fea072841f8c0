# Completes each line as bash does and prints what is offered, a line for each; FILES where bash goes on with files.
# Arguments: the script, a file with the lines.
source "$1"
[[ $(complete -p routerfile) == *'-o default'* ]] || exit 1
compopt() { [[ $* != *'+o default'* ]] || onlyWords=1; }
while IFS= read -r line; do
  COMP_WORDS=() onlyWords=''
  # An equals sign is a word of its own, as in the default COMP_WORDBREAKS.
  for word in ${line//=/ = }; do COMP_WORDS+=("$word"); done
  [[ $line != *' ' ]] || COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _routerfile
  [[ ${#COMPREPLY[@]} -gt 0 || -n $onlyWords ]] || COMPREPLY=(FILES)
  echo "${COMPREPLY[*]}"
done < "$2"
