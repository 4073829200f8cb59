import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** An unpacked Chromium and the environment variables for its libraries and fonts. */
export interface BundledChromium {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

const program = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url))
// This folder is inside node_modules, so that a new installation of the packages starts with an empty one.
const cache = fileURLToPath(new URL('../../node_modules/.cache/netbox-chromium/', import.meta.url))

const bundledVersion = async (): Promise<string> => {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const { version } = JSON.parse(await readFile(join(dirname(main), '../package.json'), 'utf8')) as { version: string } // npm refuses packages without a version
  return version
}

/** Unpacks into a temporary folder and then renames it, so that a folder with the final name is complete. */
const unpackTo = async (folder: string): Promise<void> => {
  await mkdir(cache, { recursive: true })
  const fresh = await mkdtemp(join(cache, 'fresh-'))
  // The package unpacks the libraries (nss, nspr, expat) only in this runtime.
  const env = { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' }
  try {
    await promisify(execFile)(process.execPath, [program], { env })
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // If another process has unpacked Chromium in the meantime, its folder is used.
    if (!existsSync(folder)) throw error
  }
}

/**
 * Writes a fonts configuration for the package's fonts, and returns its path. The package's own configuration has folders that don't exist
 * here. Without any font, a page whose web fonts load late waits forever or crashes the browser.
 */
const fontsFile = async (folder: string): Promise<string> => {
  const file = join(folder, 'fonts-here.conf')
  if (existsSync(file)) return file
  const fresh = `${file}.${process.pid}`
  const text = `<fontconfig><dir>${join(folder, 'fonts', 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`
  await writeFile(fresh, `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n${text}\n`)
  await rename(fresh, file)
  return file
}

/** Returns the Chromium of the package @sparticuz/chromium. It is unpacked once for each version, which takes seconds and 200 MB. */
export const bundledChromium = async (): Promise<BundledChromium> => {
  const folder = join(cache, await bundledVersion())
  if (!existsSync(folder)) await unpackTo(folder)
  const { LD_LIBRARY_PATH: others } = process.env
  const libraries = join(folder, 'al2023', 'lib')
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      FONTCONFIG_FILE: await fontsFile(folder),
      LD_LIBRARY_PATH: others === undefined ? libraries : `${libraries}:${others}`,
    },
  }
}
