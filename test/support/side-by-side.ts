/** Does all of these, so many at once: for tests that mostly wait. */
export async function sideBySide<Item>(
  width: number,
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: width }, work));
}
