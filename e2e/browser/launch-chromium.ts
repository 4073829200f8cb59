import { type Browser, chromium } from 'playwright-core'
import { bundledChromium } from './bundled-chromium.ts'

export type { Browser }

// What a headless Chromium needs to run as any user, and to ask nobody on the network for anything.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const hasBundled = process.platform === 'linux' && process.arch === 'x64'

/**
 * Starts a headless Chromium: the one at `CHROMIUM_PATH`, the one that comes with the packages (linux-x64), or an
 * installed Chrome. `more` are further arguments of its command line.
 */
export const launchChromium = async (more: readonly string[] = []): Promise<Browser> => {
  const { CHROMIUM_PATH: chosen } = process.env
  const args = [...ARGUMENTS, ...more]
  if (chosen !== undefined && chosen !== '') return chromium.launch({ executablePath: chosen, args })
  if (!hasBundled) return chromium.launch({ channel: 'chrome', args })
  const { executablePath, env } = await bundledChromium()
  return chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
}
