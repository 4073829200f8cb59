import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

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
 * Unpacks the Chromium that comes with the packages, with the libraries that it needs, into a folder of its own: the
 * package takes whatever lies in the temporary folder for complete, even what another process is still writing.
 */
const unpack = async (folder: string): Promise<string> => {
  const { TMPDIR: before } = process.env
  process.env['TMPDIR'] = folder
  // The package brings the libraries (nss, nspr, expat) and sets their path for this runtime alone.
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs24.x'
  try {
    const { default: bundled } = await import('@sparticuz/chromium')
    return await bundled.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

/**
 * Starts a headless Chromium: the one at `CHROMIUM_PATH`, the one that comes with the packages (linux-x64), or an
 * installed Chrome. `more` are further arguments of its command line.
 */
export const launchChromium = async (more: readonly string[] = []): Promise<Browser> => {
  const { CHROMIUM_PATH: chosen } = process.env
  const args = [...ARGUMENTS, ...more]
  if (chosen !== undefined && chosen !== '') return chromium.launch({ executablePath: chosen, args })
  if (!hasBundled) return chromium.launch({ channel: 'chrome', args })
  const folder = await mkdtemp(join(tmpdir(), 'netbox-chromium-'))
  const browser = await chromium.launch({ executablePath: await unpack(folder), args })
  browser.on('disconnected', () => void rm(folder, { recursive: true, force: true }))
  return browser
}
