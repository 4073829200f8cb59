import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@netbox/core'
import { createConcurrencyLimit } from '../concurrency.ts'

/** The minimum pace of uploads and downloads. */
export interface Pace {
  /** Bytes per second. */
  readonly minimum: number
  /** The time in milliseconds by which a transfer may fall behind. */
  readonly tolerance: number
}

/** The numbers of connections that the server accepts. */
export interface ConnectionLimits {
  readonly inAll: number
  /** The limit of each client address, so that a few clients can't take all connections. */
  readonly perAddress: number
}

/** The limit on open files and connections below which the service warns at its start. */
const ENOUGH_FILES = 4096
/** The descriptors for files, for the database and for the log, which connections must not take. */
const OTHER_FILES = 512
const MOST_CONNECTIONS = 10_000
/** The number of addresses that it takes to use all connections. */
const ADDRESSES = 8

/** Returns how many files and connections this process may open; undefined if the platform does not tell. */
export const openFileLimit = (): number | undefined => {
  // With the network, the report would look up the names of connected hosts, which takes long. Node's types lack this option.
  const report = Object.assign(process.report, { excludeNetwork: true })
  // The cast is safe: Node documents this field, which is missing on Windows.
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } }
  }
  const limit = userLimits?.open_files?.soft
  return limit === 'unlimited' ? Infinity : typeof limit === 'number' ? limit : undefined
}

/** Returns the limits on connections that leave enough descriptors for files. */
export const connectionLimits = (openFiles = Infinity): ConnectionLimits => {
  const inAll = Math.min(MOST_CONNECTIONS, Math.max(openFiles - OTHER_FILES, Math.ceil(openFiles / 2)))
  return { inAll, perAddress: Math.ceil(inAll / ADDRESSES) }
}

/** Returns the warning about a low limit on open files, if any. */
export const openFilesWarning = (openFiles = Infinity): string | undefined =>
  openFiles >= ENOUGH_FILES
    ? undefined
    : `This process may open only ${openFiles} files and connections, so it accepts ${connectionLimits(openFiles).inAll} connections. ` +
      `Raise the limit to ${ENOUGH_FILES} or more (LimitNOFILE= of the systemd unit, ulimit -n in a shell).`

/**
 * Creates the check of one transfer. A transfer that takes the time for its bytes at the minimum pace, and the tolerance, is too slow. A
 * faster start counts no more than the tolerance.
 */
export const createPaceCheck = ({ minimum, tolerance }: Pace) => {
  const most = (minimum * tolerance) / 1000
  let ahead = most
  return {
    /**
     * Returns whether the transfer is too slow, after some more bytes and milliseconds. `pending` bytes may already be on their way, so they
     * count as transferred.
     */
    isTooSlow: (bytes: number, milliseconds: number, pending = 0): boolean => {
      ahead = Math.min(most, ahead + bytes) - (minimum * milliseconds) / 1000
      return ahead + pending <= 0
    },
    /** Starts again, because the service was slower than the client. */
    restart: (): void => {
      ahead = most
    },
  }
}

/** Creates the keeper that ends transfers that are slower than a pace; `interval` is the time between two checks in milliseconds. */
export const createPaceKeeper = (pace: Pace, clock: Pick<Clock, 'now'>, interval: number) => {
  const checks = new Set<(milliseconds: number) => void>()
  let last = clock.now()
  return {
    /** Checks an upload until its request ends, and calls `onSlow` once if it is too slow. */
    watchUpload: (request: IncomingMessage, onSlow: () => void): void => {
      const { socket } = request
      const check = createPaceCheck(pace)
      let received = socket.bytesRead
      const watch = (milliseconds: number): void => {
        const bytes = socket.bytesRead - received
        received += bytes
        // Unread data means that the service is slower than the client.
        if (request.complete || request.readableLength > 0) check.restart()
        else if (check.isTooSlow(bytes, milliseconds)) {
          checks.delete(watch)
          onSlow()
        }
      }
      checks.add(watch)
      request.once('close', () => checks.delete(watch))
    },
    /** Checks a connection while it has data that its client does not take, and closes it if the client is too slow. */
    watchDownloads: (socket: Socket): void => {
      const check = createPaceCheck(pace)
      let taken = 0
      const watch = (milliseconds: number): void => {
        const pending = socket.writableLength
        const bytes = socket.bytesWritten - pending - taken
        taken += bytes
        if (pending === 0) check.restart()
        else if (check.isTooSlow(bytes, milliseconds, pending)) socket.destroy()
      }
      checks.add(watch)
      socket.once('close', () => checks.delete(watch))
    },
    /** Checks all transfers. Call it at regular intervals. */
    check: (): void => {
      const now = clock.now()
      // After a pause of the process or a change of the clock, clients had no chance to transfer data.
      const milliseconds = Math.min(Math.max(0, now - last), 2 * interval)
      last = now
      for (const check of checks) check(milliseconds)
    },
  }
}

export type PaceKeeper = ReturnType<typeof createPaceKeeper>

/** Limits the connections of a server; `keyOf` returns the client of an address, or undefined for one without its own limit. */
export const limitConnections = (
  server: Server,
  { inAll, perAddress }: ConnectionLimits,
  keyOf: (address: string) => string | undefined,
): void => {
  const connections = createConcurrencyLimit(perAddress, 'busy')
  server.maxConnections = inAll
  server.on('connection', (socket) => {
    const key = keyOf(socket.remoteAddress ?? '')
    if (key === undefined) return
    try {
      socket.once('close', connections.enter(key))
    } catch {
      socket.destroy()
    }
  })
}
