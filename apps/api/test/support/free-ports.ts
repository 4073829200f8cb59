import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

// Systems assign ports above 32,768 or 49,152 to outgoing connections, so no outgoing connection takes one of these ports before a server
// does.
const [FIRST, END] = [20_000, 32_000]

/** Listens on a free loopback port. */
const listen = async (): Promise<{ readonly server: Server; readonly port: number }> => {
  const port = randomInt(FIRST, END)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return { server, port }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return listen()
    throw error
  }
}

/** Returns different free loopback ports. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const found = await Promise.all(Array.from({ length: count }, listen))
  await Promise.all(found.map(({ server }) => new Promise((resolve) => server.close(resolve))))
  return found.map(({ port }) => port)
}

/** Returns a free loopback port. */
export const freePort = async (): Promise<number> => {
  const [port = 0] = await freePorts(1)
  return port
}
