import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Systems give connections ports from 32,768 or 49,152 on: none of those can take a port of these while its server is away.
const [FIRST, END] = [20_000, 32_000]

/** Returns a port of loopback that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(FIRST, END)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}
