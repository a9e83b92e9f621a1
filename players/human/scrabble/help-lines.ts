/** Each on a line of its own; long ones go on in further lines. */
export const helpLines = [
  '8H WORD      across from column H of row 8',
  'H8 WORD      down from there',
  '8,8 WORD h   row and column; v is down',
  '0,0 across WORD   by coordinates',
  'a small letter is a blank, and a dot or the letter itself a tile that is on the board',
  '',
  'change ABC   puts tiles back, ? is a blank',
  'pass   forfeit',
  'hint         the play with the most points',
  'shuffle      your tiles in another order',
  'Enter sends what is shown, Escape (or undo) takes it back; arrows move a large board, Home shows the last move; Ctrl-L redraws',
];
