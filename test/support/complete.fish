# Completes each line as fish does and prints what is offered, a line for each. Arguments: the script, a file with the lines.
source $argv[1]
while read --line line
    echo (complete -C "$line" | string split --fields 1 \t)
end < $argv[2]
