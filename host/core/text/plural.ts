/** A count in words: `1 word`, `2 words`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** A count with commas: `12,345`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}%`;
}
