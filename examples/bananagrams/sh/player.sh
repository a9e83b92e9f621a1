#!/bin/sh
# A small Bananagrams player for the shell, in the plain dialect. It needs grep, sort, awk, dd and cut.
#
#     wordhost "sh player.sh" "sh player.sh"
#
# How it plays: it lays a staircase. Each word begins with the last letter of the one before, and goes the other way:
# across, down, across. A letter that is left over goes into one of the words, if its letters make another one then
# that begins and ends alike. When it is stuck it takes back the last word and lays another; when many tries have led
# nowhere it dumps a letter.
#
# What to change first: `choose` takes the longest word; one that leaves vowels for the rest would be better.
LC_ALL=C
export LC_ALL
TRIES=8
HARD_LETTERS_FIRST='Q J X Z V K W Y F B H M P C G U D L N T S R I O A E'
stairs= # the words, in order
loose=  # the letters that are in none of them
dumped=
patience=$TRIES
list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT
trap 'exit 0' TERM
awk '{ print length($0), $0 }' "$WORDHOST_DICTIONARY" | sort -k 1,1nr | cut -d ' ' -f 2 >"$list" # the longest first

# left LETTERS WORD: the letters without those of the word; fails if they are not all there.
left() {
  left=$1
  rest_of_word=$2
  while [ -n "$rest_of_word" ]; do
    letter=${rest_of_word%"${rest_of_word#?}"}
    rest_of_word=${rest_of_word#?}
    case $left in
      *"$letter"*) left=${left%%"$letter"*}${left#*"$letter"} ;;
      *) return 1 ;;
    esac
  done
}

# choose LETTERS FIRST PATTERN SKIP MUST: a word of this pattern from these letters, without FIRST, which lies already,
# and with MUST in it; not the first SKIP that there are.
choose() {
  skip=$4
  for word in $(grep -xE "$3" "$list" | grep "$5"); do
    left "$1" "${word#"$2"}" || continue
    skip=$((skip - 1))
    [ "$skip" -lt 0 ] && return 0
  done
  return 1
}

hardest() {
  for hard in $HARD_LETTERS_FIRST; do
    case $loose in *"$hard"*) return ;; esac
  done
}

# lay_word SKIP: one more step, if there is one with the letter that is hardest to use.
lay_word() {
  tail=${stairs##* }
  tail=${tail#"${tail%?}"}
  most=${#loose}
  [ -n "$tail" ] || most=$((most - 1))
  [ "$most" -gt 0 ] || return 1
  hardest
  pattern="${tail:-[$loose]}[$loose]{1,$most}"
  choose "$loose" "$tail" "$pattern" "$1" "$hard" || choose "$loose" "$tail" "$pattern" "$1" '' || return 1
  stairs="$stairs${stairs:+ }$word"
  loose=$left
}

# put_in LETTER: into a word that begins and ends as before; the last one may end with any letter.
put_in() {
  before=
  after=$stairs
  for old in $stairs; do
    after=${after#"$old"}
    after=${after# }
    first=${old%"${old#?}"}
    inside=${old#?}
    end=
    [ -z "$after" ] || end=${inside#"${inside%?}"}
    inside=${inside%"$end"}$1
    if [ "${#old}" -gt 1 ] && choose "$first$inside$end" '' "$first[$inside]{${#inside}}$end" 0 ''; then
      stairs="$before$word${after:+ }$after"
      left "$loose" "$1"
      loose=$left
      return 0
    fi
    before="$before$old "
  done
  return 1
}

put_one_in() {
  for hard in $HARD_LETTERS_FIRST; do
    case $loose in *"$hard"*) put_in "$hard" && return 0 ;; esac
  done
  return 1
}

take_back() {
  last=${stairs##* }
  case $stairs in
    *' '*)
      stairs=${stairs% *}
      last=${last#?}
      ;;
    *) stairs= ;;
  esac
  loose=$loose$last
}

# Whether all tiles came onto the grid.
solve() {
  attempt=0
  skip=0
  while [ -n "$loose" ]; do
    if [ -z "$stairs" ] && [ "${#loose}" -eq 1 ]; then
      stairs=$loose # one tile alone is legal
      loose=
    elif lay_word "$skip" || put_one_in; then
      skip=0
    else
      attempt=$((attempt + 1))
      [ "$attempt" -lt "$patience" ] || return 1
      take_back
      [ $((attempt % 3)) -ne 0 ] || take_back
      skip=$((attempt % 5))
    fi
  done
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
    [ -n "$byte" ] || exit 0 # the host has gone
    message=$message$byte
  done
}

printf r # without a newline
next_message
loose=$message
while :; do
  # While a dump has no answer, it waits for it.
  if [ -z "$dumped" ]; then
    if solve; then
      printf 'p%s' "$(drawing)"
    else
      hardest
      dumped=$hard
      left "$loose" "$dumped"
      loose=$left
      printf 'd%s' "$dumped"
    fi
  fi
  next_message
  case $message in *[!A-Z]*) continue ;; esac # of a later version of the host
  loose=$loose$message
  if [ "${#message}" -eq 3 ]; then
    patience=$TRIES
    dumped=
  elif [ "$message" = "$dumped" ]; then
    patience=$((patience * 2)) # it came back: the bunch is nearly empty
    dumped=
  fi
done
