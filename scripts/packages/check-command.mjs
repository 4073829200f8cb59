import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nodes, run } from './run.mjs'

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
