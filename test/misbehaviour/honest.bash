# The player that every misbehaving one meets. It lays its letters in one row and peels every 15 ms until the bunch is
# empty. It writes on standard error how long it ever waited for an answer, and how long for a processor in all: at the end,
# and whenever an answer took longer than all before it, because a busy machine may leave it no time at the end; first when it
# begins, so that one that has told nothing was ended before it had begun. With the argument `waits` it begins when the other
# has peeled, and has a secret: in its memory, in a temporary file and on its standard error.
#
# In bash, which starts in a few milliseconds and knows the time to a microsecond: hundreds of games are played with it.
LC_ALL=C

readonly PACE_US=15000
tiles=0
number=1
# In microseconds; 0 is never.
asked=0
due=0
slowest=0
rest=

# now VARIABLE
now() { printf -v "$1" %s "${EPOCHREALTIME/./}"; }

tell() {
  local waited figures
  # Where the system does not count it, it is 0. Not by `read`: a signal may have come while it reads from the host.
  { waited=$(</proc/$$/schedstat); } 2>/dev/null
  waited=${waited#* }
  waited=${waited%% *}
  printf -v figures 'slowest answer: %d.%03d ms\nwaited for a processor: %d.%06d ms\n' \
    $((slowest / 1000)) $((slowest % 1000)) $((waited / 1000000)) $((waited % 1000000))
  printf %s "$figures" >&2
}

peel() {
  local row
  now asked
  printf -v row '%*s' "$tiles" ''
  printf 'p%03d%03d001%s' "$number" "$tiles" "${row// /A}"
}

# hear MESSAGE
hear() {
  [[ $1 =~ ^([+=-]?)([0-9]*)([A-Z]*)$ ]]
  local sign=${BASH_REMATCH[1]} peeled=${BASH_REMATCH[2]} letters=${BASH_REMATCH[3]} time
  tiles=$((tiles + ${#letters}))
  [[ $sign == [+=] ]] && number=$((10#$peeled + 1))
  if [[ $waits ]]; then
    [[ $sign == '=' ]] || return
  elif [[ $sign == '=' ]]; then
    return
  fi
  waits=
  now time
  if ((asked > 0 && time - asked > slowest)); then
    slowest=$((time - asked))
    tell
  fi
  due=$((time + PACE_US))
}

waits=
if [[ " $* " == *' waits '* ]]; then
  waits=yes
  secret="secret-of-seat-$WORDHOST_SEAT"
  echo "$secret" >"${TMPDIR:-/tmp}/$secret"
  echo "$secret" >&2
fi
trap 'tell; exit 0' TERM
tell
printf n

while :; do
  limit=()
  if ((due > 0)); then
    now time
    if ((time >= due)); then
      due=0
      peel
      continue
    fi
    printf -v seconds '0.%06d' $((due - time))
    limit=(-t "$seconds")
  fi
  IFS= read -r -d . "${limit[@]}" message
  status=$?
  if ((status == 0)); then
    hear "$rest$message"
    rest=
  elif ((status > 128)); then
    rest+=$message
  else
    exit 0
  fi
done
