/**
 * Looks at each of many things, two at a time as the browser works best, and gives what was found in all of them. Each of the
 * two begins with something of its own, a tab maybe.
 */
export const twoAtATime = async <Item, Own, Found>(
  items: readonly Item[],
  begin: () => Promise<Own>,
  look: (item: Item, own: Own) => Promise<readonly Found[]>,
): Promise<Found[]> => {
  const rest = items.values()
  const found: Found[] = []
  const work = async (): Promise<void> => {
    const own = await begin()
    // Both take from one iterator, so that each thing is looked at once.
    for (const item of rest) found.push(...(await look(item, own)))
  }
  await Promise.all([work(), work()])
  return found
}
