import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** A fault of the payment provider. */
export type Fault =
  /** The response is an error, and the request has no effect. */
  | { readonly kind: 'status'; readonly status: number }
  /** The request is executed, and the response comes `milliseconds` later. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The request is accepted, but gets no response. */
  | { readonly kind: 'hang' }
  /** The connection is cut before any effect. */
  | { readonly kind: 'drop' }
  /** The request is executed, but the connection is cut before the response. */
  | { readonly kind: 'drop-answer' }
  /** The response starts and never ends. */
  | { readonly kind: 'stall' }

/** Starts a proxy in front of the fake server that adds faults. */
export const startFaults = async (target: string) => {
  let faults: { readonly fault: Fault; readonly path: string; left: number }[] = []
  let taken = 0
  const take = (path: string): Fault | undefined => {
    const found = faults.find((entry) => entry.left > 0 && path.startsWith(entry.path))
    if (found === undefined) return undefined
    found.left -= 1
    taken += 1
    return found.fault
  }

  const forward = async ({ method = '', url = '', headers }: IncomingMessage, body: string): Promise<Response> =>
    fetch(`${target}${url}`, {
      method,
      ...(body === '' ? {} : { body }),
      headers: {
        authorization: headers.authorization ?? '',
        ...(method === 'POST' ? { 'idempotency-key': String(headers['idempotency-key']) } : {}),
      },
    })

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = take(request.url ?? '')
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'drop') return void request.socket.destroy()
    if (fault?.kind === 'status') return void response.writeHead(fault.status).end('{"error":{"message":"fault"}}')
    const answer = await forward(request, await text(request))
    const body = await answer.text()
    if (fault?.kind === 'drop-answer') return void request.socket.destroy()
    if (fault?.kind === 'slow') await wait(fault.milliseconds)
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    if (fault?.kind === 'stall') response.write(body)
    else response.end(body)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // A server on a port has an address of this type.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    add: (fault: Fault, { times = Infinity, path = '' }: { readonly times?: number; readonly path?: string } = {}) =>
      void faults.push({ fault, path, left: times }),
    /** Ends the faults, and the connections of hanging requests. */
    clear: () => {
      faults = []
      taken = 0
      server.closeAllConnections()
    },
    /** Returns the number of requests with a fault since `clear`. */
    taken: () => taken,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
