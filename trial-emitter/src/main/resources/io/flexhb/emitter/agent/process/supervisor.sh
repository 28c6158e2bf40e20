# Runs a command in a process group of its own that never outlives the agent.
#   $1 file for the number of the group; $2 how many of the next words begin a session; then these and the command.
# Standard input is a pipe from the agent: each line is the name of a signal for the group. It breaks when the agent is
# gone, however it ended, and then the group is killed. This script is in a session of its own too, so what is typed at the
# agent's terminal reaches neither.
group_file=$1
words=$2
shift 2
exec 9<&0 </dev/null

# Prints the group once the command runs; nothing when it does not within ten seconds.
group() {
  tries=0
  while [ ! -s "$group_file" ] && [ "$tries" -lt 200 ]; do
    sleep 0.05
    tries=$((tries + 1))
  done
  [ -s "$group_file" ] && IFS= read -r number <"$group_file" && printf %s "$number"
}

(
  exec >/dev/null 2>&1
  while IFS= read -r signal <&9; do
    kill -s "$signal" -- "-$(group)"
  done
  kill -s KILL -- "-$(group)"
) &
watcher=$!

# A shell in the new session writes its number, which is that of the group, and becomes the command.
begin='
  group_file=$1
  shift
  printf "%s\n" "$$" >"$group_file.new" && mv "$group_file.new" "$group_file" && exec "$@"
  exit 127'
case $words in
  1) setsid=$1; shift; "$setsid" /bin/sh -c "$begin" flexhb "$group_file" "$@" 9<&- ;;
  *) perl=$1; switch=$2; program=$3; shift 3
     "$perl" "$switch" "$program" /bin/sh -c "$begin" flexhb "$group_file" "$@" 9<&- ;;
esac
code=$?

# What the command left behind goes too: nobody would ever stop it.
[ -s "$group_file" ] && kill -s KILL -- "-$(group)" 2>/dev/null
kill "$watcher" 2>/dev/null
rm -f "$group_file"
exit "$code"
