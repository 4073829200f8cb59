import { readFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { node, nodes, run } from './run.mjs'

/** Runs the installed command as users do, with a separate home folder, on every supported and installed Node. */
export const checkCommand = ({ root }) => {
  const home = join(root, 'home')
  mkdirSync(home, { recursive: true })
  const env = {
    HOME: home,
    USERPROFILE: home,
    XDG_STATE_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
  }
  const shell = process.platform === 'win32'
  const netbox = join(root, 'node_modules', '.bin', 'netbox')
  const printed = run(netbox, ['mx-record', 'example.com', '--seed', '42', '--no-delay', '--json'], {
    cwd: root,
    env,
    shell,
  })
  const { simulated, seed, result } = JSON.parse(printed)
  if (simulated !== true || seed !== '42' || result.domain !== 'example.com') throw new Error(`unexpected: ${printed}`)
  const launcher = join('node_modules', 'netbox', 'bin', 'netbox.cjs')
  return nodes([launcher, 'mx-record', 'example.com', '--no-delay', '--json'], { cwd: root, env })
}

const require = createRequire(import.meta.url)
const attw = require.resolve('@arethetypeswrong/cli/package.json')

/** Checks with publint whether a tarball's package.json has the same meaning for every tool. */
export const checkManifest = async (tarball) => {
  const file = readFileSync(tarball)
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) },
  })
  if (messages.length > 0) throw new Error(messages.map((message) => formatMessage(message, pkg)).join('\n'))
}

/** Checks with attw whether imports of a tarball's types resolve in the same way as imports of its code. */
export const checkTypeResolution = (tarball, cwd) => {
  const command = join(dirname(attw), require(attw).bin.attw)
  node([command, '--no-definitely-typed', '--profile', 'esm-only', tarball], { cwd })
}
