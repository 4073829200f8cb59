import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '@netbox/core'

/**
 * Time limits in milliseconds: for active requests, for requests that must then end, and for accepting connections that the kernel has
 * completed.
 */
const [DRAIN, CLOSING, ACCEPTING] = [9000, 500, 4000]
/** The time, in milliseconds, for receiving a request that a client has just sent on an idle connection. */
const IDLE = 1000

// The kernel resets connections that it completed but the process did not accept. The loop ends after a millisecond without a new one.
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
 * Returns the function that stops a server within ten seconds: it accepts no new connections, tells clients to close theirs with the next
 * response, and finishes active requests. It calls `onStop` when those must end.
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
      // Waits for two turns of the event loop, so that received data is read and its connection no longer counts as idle.
      await nextTurn().then(() => nextTurn())
      server.closeIdleConnections()
    }
    onStop()
    await clock.wait(CLOSING, signal)
    server.closeAllConnections()
  }
  return async (): Promise<void> => {
    await untilAllAreAccepted(server, clock)
    // The flag is not set earlier: clients that close their connection reconnect at once, while this server still listens.
    isEnding = true
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    const over = new AbortController()
    // `server.close()` would close idle connections at once, although a request may be arriving on one.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    void closed.then(() => over.abort())
    // This rejects if everything is closed earlier, which is a success.
    await closeIdle(over.signal).catch(() => undefined)
    await closed
  }
}
