/** Results on their way to the disk at one time. */
const MOST = 128

type Step<Item> = { readonly kind: 'next'; readonly next: IteratorResult<Item> } | { readonly kind: 'stored' }

/**
 * Gives items once they are stored, in the order in which they come. Many are stored at one time, so that they may share a commit; how
 * many is bounded, and while the reader takes its time no more are asked for. However it ends, `stop` is called, and what was known by then is
 * stored.
 */
export async function* storedFirst<Item>(
  items: AsyncIterable<Item>,
  store: (item: Item) => Promise<unknown>,
  stop: () => void,
): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]()
  const storing: { readonly item: Item; readonly done: Promise<unknown> }[] = []
  const put = (item: Item): void => {
    const done = store(item)
    // Somebody waits for it later, or nobody does any more.
    done.catch(() => undefined)
    storing.push({ item, done })
  }
  const ask = (): Promise<IteratorResult<Item>> => {
    const next = iterator.next()
    next.catch(() => undefined)
    return next
  }
  let next: Promise<IteratorResult<Item>> | undefined = ask()
  try {
    for (;;) {
      const [head] = storing
      if (head === undefined && next === undefined) return
      const steps: Promise<Step<Item>>[] = []
      if (next !== undefined && storing.length < MOST) steps.push(next.then((found) => ({ kind: 'next', next: found })))
      if (head !== undefined) steps.push(head.done.then(() => ({ kind: 'stored' })))
      const step = await Promise.race(steps)
      if (step.kind === 'next') {
        next = step.next.done === true ? undefined : ask()
        if (step.next.done !== true) put(step.next.value)
      } else if (head !== undefined) {
        storing.shift()
        yield head.item
      }
    }
  } finally {
    stop()
    const last = await next?.catch(() => undefined)
    if (last !== undefined && last.done !== true) put(last.value)
    await iterator.return?.()
    await Promise.allSettled(storing.map(({ done }) => done))
  }
}
