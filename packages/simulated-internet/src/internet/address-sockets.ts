/** A server with its own socket. */
interface Closable {
  readonly close: () => Promise<void>
}

/** Servers that listen on one address each. */
export interface AddressSockets {
  readonly has: (address: string) => boolean
  /** Opens the server of an address. Returns undefined if it is already open. Rejects with the system's error. */
  readonly open: (address: string) => Promise<void> | undefined
  readonly release: (address: string) => void
  /** Closes all servers. */
  readonly close: () => Promise<void>
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EADDRNOTAVAIL')

/** Creates an empty set of servers. With `mayBeBusy`, an address whose port another program uses is skipped without an error. */
export const createAddressSockets = (
  bind: (address: string) => Promise<Closable>,
  mayBeBusy: boolean,
): AddressSockets => {
  const bound = new Map<string, Promise<Closable | undefined>>()
  const end = async (socket: Promise<Closable | undefined>) => (await socket)?.close()
  return {
    has: (address) => bound.has(address),
    open: (address) => {
      if (bound.has(address)) return undefined
      const socket = bind(address).catch((error: unknown) => {
        if (mayBeBusy && isBusy(error)) return undefined
        if (bound.get(address) === socket) bound.delete(address)
        throw error
      })
      bound.set(address, socket)
      return socket.then(() => undefined)
    },
    release: (address) => {
      const socket = bound.get(address)
      bound.delete(address)
      // Ignores that the socket failed to open: then there is nothing to close.
      if (socket !== undefined) end(socket).catch(() => undefined)
    },
    close: async () => {
      await Promise.all([...bound.values()].map(end))
    },
  }
}
