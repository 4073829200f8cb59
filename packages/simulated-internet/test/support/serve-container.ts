import { serveContainer } from '@netbox/simulated-internet/namespace'

/*
 * Serves the network of a container until a signal ends it, for tests: node serve-container.ts FOLDER. The signal's exit code shows that
 * nothing else ended it.
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
