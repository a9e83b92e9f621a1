/** A built-in player without a name is shown by its command. */
export function shownName(told: string): string {
  return told.replace(/^wordhost player /, '');
}
