import { serveContainer } from '@netbox/simulated-internet/namespace'

/*
 * Serves the network of a container for tests, until a signal ends it: `node serve-container.ts FOLDER [MAP…]`. Its exit code
 * names the signal, so that tests notice any other end.
 */
const [folder = '', ...maps] = process.argv.slice(2)
const network = await serveContainer({ seed: 'k3f9', scenario: 'healthy', maps }, folder)
process.once('SIGTERM', () => {
  network.close().then(
    () => process.exit(143),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
