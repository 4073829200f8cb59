import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Gives a port of loopback that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has a port.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
