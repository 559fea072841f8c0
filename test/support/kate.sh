# A session of Kate with the settings of editors/kate, on a display of its own. ROUTER_FILE is the file to edit, and RECORD
# the file that gets what the server says.
kate --new --block "$ROUTER_FILE" &
kate=$!
trap 'kill $kate' EXIT

# Waits until the server has said something.
heard() {
  for _ in $(seq 150); do
    if grep -q "$1" "$RECORD" 2>/dev/null; then return; fi
    sleep 0.1
  done
  echo "the server did not say $1" >&2
  exit 1
}

heard 'did you mean `idleCircuitTimeout`'
sleep 1
xdotool key ctrl+End
for line in 'listeners:' '  - binding: tunnel' '  options:'; do
  xdotool type --delay 30 "$line"
  xdotool key Return
done
xdotool type --delay 30 '  mode: tp'
xdotool key ctrl+space
heard '"label":"tproxy"'
sleep 1
xdotool key Return
sleep 0.5
xdotool key ctrl+s
for _ in $(seq 50); do
  if grep -q 'mode: tp' "$ROUTER_FILE"; then exit 0; fi
  sleep 0.1
done
