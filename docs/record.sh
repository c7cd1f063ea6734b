#!/usr/bin/env bash
# Records what the terminal shows while a run is going, in docs/terminal.md. Needs tmux; takes about a minute. docs/write.sh
# calls it if the tables on the screens are no longer those of today.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=$(mktemp -d)
# The page is put in place when it is complete.
page=$folder/terminal.md
server=tandem-record-$$
trap 'tmux -L "$server" kill-server 2>/dev/null || true; rm -rf "$folder"' EXIT
ln -s "$root/tandem" "$root/examples" "$folder"
"$root/tandem" --version >/dev/null

# An empty line of the shell; blanks at the end are not captured.
prompt='^\$ ?$'

screen() { tmux -L "$server" "$@"; }

# A terminal of its own, with a shell that nobody has set up.
open() {
    screen -f /dev/null new-session -d -x 130 -y 34 -c "$folder" 'env -i PATH="$PATH" HOME="$HOME" TERM=screen PS1="$ " bash --noprofile --norc'
    wait_for "$prompt"
}

# The next terminal has a server of its own: this one may still be about to end.
close() {
    screen kill-server
    server=$server-
}

# Waits until the screen shows something.
wait_for() {
    for _ in $(seq 1200); do
        # Not by a pipe, which fails if grep has seen enough before all is written.
        if grep -qE -e "$1" <<<"$(screen capture-pane -p)"; then return; fi
        sleep 0.1
    done
    echo "record.sh: never saw '$1'; the screen shows" >&2
    screen capture-pane -p >&2
    exit 3
}

enter() {
    screen send-keys -l "$1"
    screen send-keys Enter
}

# What the screen shows now, without the empty lines at its end.
show() {
    printf '```console screen\n%s\n```\n\n' "$(screen capture-pane -p)" >>"$page"
}

say() { printf '%s\n\n' "$1" >>"$page"; }

cat >"$page" <<'TEXT'
# What the terminal shows

These are screens of a real terminal, taken by `docs/record.sh` while the command ran. Progress is written to standard
error, in place; where that is not a terminal it becomes plain lines, one for each chain every ten seconds. A test runs the
commands again and compares the tables.

TEXT
sample='./tandem sample examples/occupancy/model.bug --data examples/occupancy/data.json'

open
enter "$sample --draws 60000 --out run --rows 8"
say "## Warmup"
say "First a bar for the whole run with the time left. Then one line for each chain: what it is doing, how far it is, iterations per second, divergences, time left. A chain waits for a processor if there are more chains than these. Divergences in warmup are how a step size is found; while there are some, a line says so, and only those of later draws count. Where the terminal has colours, chains that are done are green, and those with divergences that count are yellow; \`NO_COLOR=1\` leaves them out."
wait_for 'chain 1 .*warmup.* left'
show
say "## Sampling"
say "Below the chains: how well they agree so far, looked at anew every few seconds."
wait_for 'R-hat'
show
say "## The end"
wait_for '^report: '
wait_for "$prompt"
show
close

open
enter "$sample --chains 2 --draws 600000 --out longer --rows 8"
say "## Ctrl-C"
say "What was drawn is kept, and the last line says how to go on."
wait_for 'chain 1 .*sampling.* left'
wait_for 'R-hat'
screen send-keys C-c
wait_for 'To go on'
wait_for "$prompt"
enter 'echo $?'
wait_for '^130$'
show
close

open
say "## While it is going, or after a kill"
say "The table can be had at any time; \`--resume\` goes on from the last checkpoint."
enter "./tandem summary longer --rows 5"
wait_for 'To go on'
enter "clear; ./tandem sample --resume longer --max-time 2m --rows 8"
wait_for 'chain 1 .*sampling.* left'
wait_for 'R-hat'
show
screen send-keys C-c
wait_for "$prompt"
close
# One empty line less at the end.
printf '%s\n' "$(cat "$page")" >"$root/docs/terminal.md"
