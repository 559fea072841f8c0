# Presses tab behind each line in a real zsh and leaves what it offers in $OFFERED, a line for each.
# Arguments: a file with the lines.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source ${0:a:h}/offering.zsh"
while IFS= read -r line; do
  zpty -r shell reply '*READY*'
  zpty -n -w shell "$line"$'\t\C-u'"print >> \$OFFERED"$'\n'
done < $1
zpty -r shell reply '*READY*'
zpty -d shell
