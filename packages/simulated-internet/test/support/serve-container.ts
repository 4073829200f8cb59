import { serveContainer } from '@netbox/simulated-internet/namespace'

/*
 * Serves the network of a container for tests, until a signal ends it: `node serve-container.ts FOLDER`. Its exit code is that of the
 * signal, so that tests notice any other end.
 */
const [folder = ''] = process.argv.slice(2)
const network = await serveContainer({ seed: 'k3f9', scenario: 'healthy' }, folder)
process.once('SIGTERM', () => {
  network.close().then(
    () => process.exit(143),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
