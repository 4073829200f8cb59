import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '@netbox/core'

/** From the signal on, in all, and after what is still being done has to end, in milliseconds. */
const DRAIN = 9000
const CLOSING = 500
/** A client that has just sent a request on an idle connection must not lose it. */
const IDLE = 1000
/** How long connections are accepted that the kernel has completed, at most; a turn of the event loop this short accepted all of them. */
const ACCEPTING = 4000
const SHORT = 1

/** Waits until a turn of the event loop accepts nobody: the kernel resets connections that it completed but the process did not accept. */
const untilAllAreAccepted = async (server: Server, clock: Clock): Promise<void> => {
  let accepted = 0
  server.on('connection', () => (accepted += 1))
  const end = clock.now() + ACCEPTING
  // The rest of this turn tells nothing.
  await nextTurn()
  for (let isQuiet = false; !isQuiet && clock.now() < end;) {
    const [before, begun] = [accepted, clock.now()]
    await nextTurn()
    isQuiet = accepted === before && clock.now() - begun <= SHORT
  }
}

/**
 * Makes the function that ends a server within ten seconds: it takes no new connections, tells clients to close theirs with the next answer,
 * and finishes what is being served. `onStop` is called when what is still being done has to end.
 */
export const connectionDraining = (server: Server, clock: Clock, onStop: () => void): (() => Promise<void>) => {
  const answering = new Set<ServerResponse>()
  let isEnding = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.shouldKeepAlive &&= !isEnding
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  return async () => {
    await untilAllAreAccepted(server, clock)
    // Not before: clients that are told to close connect again at once, while this server still listens.
    isEnding = true
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    const over = new AbortController()
    // `server.close()` would close idle connections at once: a request may be on its way on one.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    void closed.then(() => over.abort())
    const closeIdle = async (): Promise<void> => {
      for (let waited = 0; waited < DRAIN; waited += IDLE) {
        await clock.wait(IDLE, over.signal)
        // Two turns: what has arrived meanwhile is read, and its connection is not idle.
        await nextTurn().then(() => nextTurn())
        server.closeIdleConnections()
      }
      onStop()
      await clock.wait(CLOSING, over.signal)
      server.closeAllConnections()
    }
    // It rejects when everything is closed before: that is the good end.
    await closeIdle().catch(() => undefined)
    await closed
  }
}
