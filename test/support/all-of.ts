/** As `every`, but of none it says no: a test of an empty list tries nothing. */
export function allOf<Item>(items: readonly Item[], holds: (item: Item, index: number) => boolean): boolean {
  return items.length > 0 && items.every(holds);
}
