# Inside the zsh of complete.zsh: loads $SCRIPT and writes down what is offered.
autoload -Uz compinit
compinit -D -u
source $SCRIPT
unsetopt autolist beep
bindkey '^I' complete-word
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)* ]]; then builtin compadd "$@"; return; fi
  local -a matching
  builtin compadd -O matching "$@"
  print -rn -- "${matching/%/ }" >> $OFFERED
  builtin compadd "$@"
}
# What is typed before the line editor runs would go through the line editing of the terminal.
zle-line-init() { print -n REA''DY }
zle -N zle-line-init
