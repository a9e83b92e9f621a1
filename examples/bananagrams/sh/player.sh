#!/bin/sh
# A small Bananagrams player for the shell, in the plain dialect. It needs awk, dd and tr.
#
#     wordhost "sh player.sh" "sh player.sh"
#
# How it plays: it lays a staircase. Each word starts with the last letter of the word before and changes direction:
# across, down, across. It adds a remaining letter to one of the words if the letters make another word with the same
# first and last letter. When it is stuck, it takes back one or more words and lays others. After many failed tries it
# dumps a letter. The shell communicates with the host and draws the grid; awk finds the words.
#
# What to change first: `lay` chooses any word with the letter that is hardest to use; a long word would be better.
LC_ALL=C
export LC_ALL
TRIES=20
LONGEST=7
HARD_LETTERS_FIRST=QJXZVKWYFBHMPCGUDLNTSRIOAE
stairs= # the words, in order
loose=  # the letters that are in none of them
dumped=
tries=$TRIES
turn=0
trap 'exit 0' TERM

# Prints the letters that are left over, or -, and the words of the staircase.
solve() {
  awk -v stairs="$stairs" -v loose="$loose" -v tries="$tries" -v longest=$LONGEST -v hard=$HARD_LETTERS_FIRST \
    -v seed=$((${WORDHOST_PLAYER_SEED:-1} + turn)) '
    # The letters without those of the word, or - if they are not all there.
    function without(letters, word,   i, at) {
      for (i = 1; i <= length(word); i++) {
        if (!(at = index(letters, substr(word, i, 1)))) return "-"
        letters = substr(letters, 1, at - 1) substr(letters, at + 1)
      }
      return letters
    }
    function hardest(   i) {
      for (i = 1; !index(loose, substr(hard, i, 1)); i++);
      return substr(hard, i, 1)
    }
    # One more step, with this letter in it.
    function lay(letter,   tail, letters, i, at, new, rest) {
      tail = steps ? substr(step[steps], length(step[steps])) : letter
      letters = steps ? tail loose : loose
      at = int(rand() * count[tail])
      for (i = 0; i < count[tail]; i++) {
        new = word[tail, (at + i) % count[tail]]
        if (!index(new, letter) || (rest = without(letters, new)) == "-") continue
        step[++steps] = new
        loose = rest
        return 1
      }
      return 0
    }
    # One letter goes into a word that begins and ends as before; the last word may end with any letter.
    function put_one_in(   s, i, kind, old, new, rest) {
      for (s = 1; s <= steps; s++) {
        old = step[s]
        kind = substr(old, 1, 1) (length(old) + 1)
        for (i = 0; i < count[kind]; i++) {
          new = word[kind, i]
          if (s < steps && substr(new, length(new)) != substr(old, length(old))) continue
          rest = without(new, old)
          if (rest == "-" || !index(loose, rest)) continue
          step[s] = new
          loose = without(loose, rest)
          return 1
        }
      }
      return 0
    }
    function take_back() {
      if (!steps) return
      loose = loose substr(step[steps], steps > 1 ? 2 : 1)
      steps--
    }
    length($0) > 1 && length($0) <= longest {
      kind = (first = substr($0, 1, 1)) length($0)
      word[first, count[first]++] = word[kind, count[kind]++] = $0
    }
    END {
      srand(seed)
      steps = split(stairs, step, " ")
      while (loose != "" && tries > 0) {
        if (lay(hardest()) || put_one_in()) continue
        tries--
        for (back = 1 + int(rand() * 3); back > 0; back--) take_back()
      }
      line = loose == "" ? "-" : loose
      for (s = 1; s <= steps; s++) line = line " " step[s]
      print line
    }' "$WORDHOST_DICTIONARY"
}

# Prints the stairs: the words of odd number go across, the others down.
drawing() {
  width=1
  height=1
  is_across=true
  for word in $stairs; do
    if $is_across; then width=$((width + ${#word} - 1)); else height=$((height + ${#word} - 1)); fi
    if $is_across; then is_across=false; else is_across=true; fi
  done
  printf '%03d%03d' "$width" "$height"
  dots=$(printf "%${width}s" '' | tr ' ' .)
  x=0
  is_across=true
  for word in $stairs; do
    if $is_across; then
      row=$word
      is_across=false
      continue
    fi
    is_across=true
    print_row
    x=$((x + ${#row} - 1))
    while row=${word#?} && word=$row && [ "${#word}" -gt 1 ]; do
      row=${word%"${word#?}"}
      print_row
    done
    row=$word
  done
  print_row
}

print_row() { printf "%.${x}s%s%.$((width - x - ${#row}))s" "$dots" "$row" "$dots"; }

next_message() {
  message=
  while byte=$(dd bs=1 count=1 2>/dev/null) && [ "$byte" != . ]; do
    [ -n "$byte" ] || exit 0 # the host has exited
    message=$message$byte
  done
}

printf r # without a newline
next_message
loose=$message
while :; do
  # If a dump has no answer yet, it waits for it.
  if [ -z "$dumped" ]; then
    [ "${#loose}$stairs" != 1 ] || { stairs=$loose loose=; } # one tile alone is legal
    turn=$((turn + 1))
    found=$(solve)
    loose=${found%% *}
    stairs=${found#"$loose"}
    stairs=${stairs# }
    if [ "$loose" = - ]; then
      loose=
      printf 'p%s' "$(drawing)"
    else
      dumped=$(printf %s "$HARD_LETTERS_FIRST" | tr -cd "$loose" | dd bs=1 count=1 2>/dev/null)
      loose=${loose%%"$dumped"*}${loose#*"$dumped"}
      printf 'd%s' "$dumped"
    fi
  fi
  next_message
  case $message in *[!A-Z]*) continue ;; esac # from a later version of the host
  loose=$loose$message
  if [ "${#message}" -eq 3 ]; then
    tries=$TRIES
    dumped=
  elif [ "$message" = "$dumped" ]; then
    tries=$((tries * 2)) # the letter came back because the bunch is nearly empty
    dumped=
  fi
done
