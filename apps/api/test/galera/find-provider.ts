import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'

const PROVIDERS = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
]

/** Where Galera's library is, if it is installed. */
export const findProvider = (): string | undefined => PROVIDERS.find((path) => existsSync(path))

const listen = (): Promise<{ server: Server; port: number }> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, port: address !== null && typeof address === 'object' ? address.port : 0 })
    })
  })

/** Finds free ports of this machine, all different. */
export const freePorts = async (count: number): Promise<number[]> => {
  const taken = await Promise.all(Array.from({ length: count }, listen))
  await Promise.all(taken.map(({ server }) => new Promise((resolve) => server.close(resolve))))
  return taken.map(({ port }) => port)
}
