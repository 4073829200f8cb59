import { join } from 'node:path'
import { run } from './run.mjs'

/**
 * Packs what packages need from others at run time from the copies that are installed here, so that an installation without a network
 * finds it.
 *
 * @param {{ root: string, into: string, needs: readonly string[] }} options
 */
export const packNeeds = ({ root, into, needs }) =>
  needs.map((name) => {
    const printed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
      cwd: join(root, 'node_modules', name),
      shell: process.platform === 'win32',
    })
    const [{ filename }] = Object.values(JSON.parse(printed))
    return join(into, filename)
  })
