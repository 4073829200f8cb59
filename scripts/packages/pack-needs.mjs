import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/**
 * Packs the packages' run-time dependencies from the installed copies, so that an installation without a network finds them. If
 * only the workspace in `folder` uses a version, the copy is in the node_modules of that workspace.
 *
 * @param {{ root: string, folder: string, into: string, needs: readonly string[] }} options
 */
export const packNeeds = ({ root, folder, into, needs }) =>
  needs.map((name) => {
    const own = join(root, folder, 'node_modules', name)
    const printed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
      cwd: existsSync(own) ? own : join(root, 'node_modules', name),
      shell: process.platform === 'win32',
    })
    const [{ filename }] = Object.values(JSON.parse(printed))
    return join(into, filename)
  })
