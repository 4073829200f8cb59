import { createServer } from 'node:net'

/**
 * Returns advice in one sentence if another program uses the port that the service will listen on. The service reports all other errors of
 * its settings itself.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | undefined>}
 */
export const portAdvice = async ({ PORT: given, HOST: host, NODE_ENV: mode }) => {
  const port = Number(given || 5000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return undefined
  const isTaken = await new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'))
    server.listen({ port, host: host || (mode === 'production' ? '0.0.0.0' : '127.0.0.1') }, () =>
      server.close(() => resolve(false)),
    )
  })
  if (!isTaken) return undefined
  return `Port ${port} is in use by another program. Set PORT to a free one: PORT=${port + 1} npm start`
}
