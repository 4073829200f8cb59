import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The oldest Node that the packages support, as their "engines" fields say.
const OLDEST = [22, 12]

const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

const versionOf = (path) => spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim() ?? ''

/**
 * Finds the Nodes on which the packages must run: the current one, and every other supported version in the PATH.
 *
 * @returns {{ path: string, version: string }[]}
 */
export const findNodes = (environment = process.env) => {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const paths = (environment.PATH ?? '').split(delimiter).map((folder) => join(folder, name))
  const byVersion = new Map([[process.versions.node, process.execPath]])
  for (const path of paths.filter((one) => existsSync(one)).map((one) => realpathSync(one))) {
    const version = versionOf(path)
    if (isNewEnough(version) && !byVersion.has(version)) byVersion.set(version, path)
  }
  return [...byVersion].map(([version, path]) => ({ path, version }))
}

/**
 * Returns the versions that `findNodes` finds.
 *
 * @throws {Error} if one of `NETBOX_REQUIRE_NODES` (comma-separated major versions) is missing.
 */
export const requireNodes = (environment = process.env) => {
  const versions = findNodes(environment).map(({ version }) => version)
  const missing = (environment.NETBOX_REQUIRE_NODES ?? '')
    .split(',')
    .filter((major) => major !== '' && !versions.some((version) => version.startsWith(`${major}.`)))
  if (missing.length > 0) throw new Error(`PATH lacks Node ${missing.join(', ')}. It has ${versions.join(', ')}.`)
  return versions.join(', ')
}
