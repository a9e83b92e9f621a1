/** A player of Scrabble whose best parameters are known: it gives up in its first turn, more often the farther A is from 0.3 and B from 0.7. */
export const givesUp = {
  'gives-up.sh': `
move=$(awk "BEGIN {
  chance = 0.05 + ($1 - 0.3) ^ 2 + (\${2:-0.7} - 0.7) ^ 2
  print ($WORDHOST_PLAYER_SEED / 2147483648 < chance) ? \\"forfeit\\" : \\"pass\\"
}")
while read -r word _; do
  case $word in
    end) echo ready ;;
    turn) echo "$move" ;;
  esac
done
`,
};

export const best = { a: 0.3, b: 0.7 };

export const tuneScrabble = ['tune', 'scrabble', '--dictionary', 'none', '--sandbox', 'off'];
