import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { bundledChromium } from './bundled-chromium.ts'

export type { Browser }

// The options for a headless Chromium that works for any user and makes no network requests.
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
 * Returns the launch options of a headless Chromium: the one at `CHROMIUM_PATH`, else the bundled one (linux-x64), else an installed
 * Chrome. `more` has additional command-line arguments.
 */
export const chromiumOptions = async (more: readonly string[] = []): Promise<LaunchOptions> => {
  const { CHROMIUM_PATH: chosen } = process.env
  const args = [...ARGUMENTS, ...more]
  if (chosen !== undefined && chosen !== '') return { executablePath: chosen, args }
  if (!hasBundled) return { channel: 'chrome', args }
  const { executablePath, env } = await bundledChromium()
  return { executablePath, args, env: { ...process.env, ...env } }
}

/** Launches this Chromium. */
export const launchChromium = async (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch(await chromiumOptions(more))
