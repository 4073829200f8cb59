import { spawn } from 'node:child_process'

/**
 * The maximum length of the messages of one transaction, in octets. The kernel accepts no message longer than the buffer of a socket, which only
 * the real superuser may enlarge.
 */
const MOST_OCTETS = 65_536

/** Commands of nftables that the kernel applies together or not at all. */
export interface Transaction {
  readonly text: string
  /** The approximate length of its messages to the kernel, in octets. */
  readonly octets: number
}

/** Runs commands of nftables, optionally in another namespace. Rejects if the kernel refuses them. */
export const runNft = async (text: string, enter: readonly string[] = []): Promise<void> =>
  new Promise((resolve, reject) => {
    const [program, ...given] = [...enter, 'nft', '-f', '-']
    const child = spawn(program, given, { stdio: ['pipe', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr.on('data', (octets: Buffer) => (complaint += octets.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`nft: ${complaint.trim()}`))
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(text)
  })

/** Distributes items to groups of at most so many octets, in their order. */
export const inGroups = <Item>(items: readonly Item[], octetsOf: (item: Item) => number): Item[][] => {
  const groups: Item[][] = []
  let left = 0
  for (const item of items) {
    left -= octetsOf(item)
    const last = groups.at(-1)
    if (last !== undefined && left >= 0) last.push(item)
    else {
      groups.push([item])
      left = MOST_OCTETS - octetsOf(item)
    }
  }
  return groups
}

/** Runs transactions one after the other. Short ones that wait at the same time are run as one. */
export const createNftQueue = () => {
  let waiting: (Transaction & { readonly resolve: () => void; readonly reject: (error: unknown) => void })[] = []
  const active = new Set<Promise<void>>()
  let isRunning = false
  const flush = async (): Promise<void> => {
    isRunning = true
    // Transactions that are added in the same turn run together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const [batch = [], ...rest] = inGroups(waiting, ({ octets }) => octets)
      waiting = rest.flat()
      try {
        await runNft(batch.map(({ text }) => text).join(''))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }
  return {
    /** Resolves when this transaction is active. */
    run: async (transaction: Transaction): Promise<void> => {
      const result = new Promise<void>((resolve, reject) => void waiting.push({ ...transaction, resolve, reject }))
      active.add(result)
      if (!isRunning) void flush()
      try {
        await result
      } finally {
        active.delete(result)
      }
    },
    /** Resolves when the transactions of all earlier calls are active. */
    settled: async (): Promise<void> => void (await Promise.all(active)),
  }
}
