import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '@netbox/core'

/** Milliseconds for requests in flight, for those that then have to end, and for connections that the kernel has completed. */
const [DRAIN, CLOSING, ACCEPTING] = [9000, 500, 4000]
/** A client that has just sent a request on an idle connection must not lose it. */
const IDLE = 1000

// The kernel resets connections that it completed but the process did not accept. A turn of a millisecond that accepts none is the last.
const untilAllAreAccepted = async (server: Server, clock: Clock): Promise<void> => {
  let accepted = 0
  server.on('connection', () => (accepted += 1))
  const end = clock.now() + ACCEPTING
  await nextTurn()
  for (let isQuiet = false; !isQuiet && clock.now() < end;) {
    const [before, begun] = [accepted, clock.now()]
    await nextTurn()
    isQuiet = accepted === before && clock.now() - begun <= 1
  }
}

/**
 * Returns the function that ends a server within ten seconds: it takes no new connections, tells clients to close theirs with the next answer,
 * and finishes the requests in flight. It calls `onStop` when those have to end.
 */
export const connectionDraining = (server: Server, clock: Clock, onStop: () => void) => {
  const answering = new Set<ServerResponse>()
  let isEnding = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isEnding
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  const closeIdle = async (signal: AbortSignal): Promise<void> => {
    for (let waited = 0; waited < DRAIN; waited += IDLE) {
      await clock.wait(IDLE, signal)
      // Two turns: what has arrived meanwhile is read, and its connection is not idle.
      await nextTurn().then(() => nextTurn())
      server.closeIdleConnections()
    }
    onStop()
    await clock.wait(CLOSING, signal)
    server.closeAllConnections()
  }
  return async (): Promise<void> => {
    await untilAllAreAccepted(server, clock)
    // Not before: clients that close their connection connect again at once, while this server still listens.
    isEnding = true
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    const over = new AbortController()
    // `server.close()` would close idle connections at once: a request may be on its way on one.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    void closed.then(() => over.abort())
    // It rejects when everything is closed before: that is the good end.
    await closeIdle(over.signal).catch(() => undefined)
    await closed
  }
}
