/**
 * The names that were handed out for each address. Many names of a world share an address, so a server that is connected to
 * knows only from here which of them the client means.
 */
export interface AddressBook {
  /** Notes that an answer names this address for a host. The answer leaves after every listener is ready for the client. */
  readonly handOut: (host: string, address: string) => Promise<void> | undefined
  /** Returns the names for an address, the newest first. */
  readonly namesAt: (address: string) => readonly string[]
  /** Calls a function before an answer names an address; the answer waits for its promise. */
  readonly listen: (listener: (host: string, address: string) => Promise<void> | undefined) => void
}

const MOST_ADDRESSES = 20_000
const MOST_NAMES = 32

/** Creates an empty book. It forgets the addresses that were named the longest ago. */
export const createAddressBook = (): AddressBook => {
  const names = new Map<string, readonly string[]>()
  const listeners: ((host: string, address: string) => Promise<void> | undefined)[] = []
  const note = (host: string, address: string): void => {
    const known = names.get(address) ?? []
    if (known[0] === host) return
    names.delete(address)
    names.set(address, [host, ...known.filter((name) => name !== host)].slice(0, MOST_NAMES))
    if (names.size <= MOST_ADDRESSES) return
    const [oldest] = names.keys()
    if (oldest !== undefined) names.delete(oldest)
  }
  return {
    handOut: (host, address) => {
      note(host, address)
      let waits: Promise<void>[] | undefined
      for (const listener of listeners) {
        const wait = listener(host, address)
        if (wait !== undefined) (waits ??= []).push(wait)
      }
      return waits && Promise.all(waits).then(() => undefined)
    },
    namesAt: (address) => names.get(address) ?? [],
    listen: (listener) => void listeners.push(listener),
  }
}
