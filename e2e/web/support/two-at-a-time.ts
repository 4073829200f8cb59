/** Looks at each of many things, two at a time as the browser works best, and gives what was found in all of them. */
export const twoAtATime = async <Item, Found>(
  items: readonly Item[],
  look: (item: Item) => Promise<readonly Found[]>,
): Promise<Found[]> => {
  const rest = items.values()
  const found: Found[] = []
  const work = async (): Promise<void> => {
    // Both take from one iterator, so that each thing is looked at once.
    for (const item of rest) found.push(...(await look(item)))
  }
  await Promise.all([work(), work()])
  return found
}
