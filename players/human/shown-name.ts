/** What to call a player: one without a name is told by its command, in which a person may have said a name. */
export function shownName(told: string): string {
  const [, quoted, word] = /\bplayer human\b.*\s--name(?:=|\s+)(?:'([^']+)'|(\S+))/.exec(told) ?? [];
  return quoted ?? word ?? told.replace(/^wordhost player /, '');
}
