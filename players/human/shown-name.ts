/** What to call a player: a built-in one without a name is told by its command. */
export function shownName(told: string): string {
  return told.replace(/^wordhost player /, '');
}
