// Starts the browser with the launcher of the site's end-to-end tests.
import { once } from 'node:events'
import { createServer } from 'node:net'

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a Chromium that Lighthouse can reach at `port`. */
export const startBrowser = async () => {
  const launcher = new URL('../../e2e/browser/launch-chromium.ts', import.meta.url)
  const { launchChromium } = await import(launcher)
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  return { browser, port }
}
