import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { WORLD_VERSION } from '@netbox/core'
import manifest from '../package.json' with { type: 'json' }
import { fieldsOf, parseJson } from './state/json.ts'

/** The version of the command. */
export const { version } = manifest

/** Reads the commit from the package.json of a packed command, in which `npm run pack` writes it. A clone has none. */
const commitOf = (launcher: string): string | undefined => {
  try {
    const commit = fieldsOf(parseJson(readFileSync(join(realpathSync(launcher), '../../package.json'), 'utf8'))).get(
      'gitHead',
    )
    return typeof commit === 'string' ? commit : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the line that identifies a build: the versions of the command and of its worlds, and the commit.
 *
 * @param launcher The path by which the command was started.
 */
export const versionLine = (launcher: string): string =>
  `${version} (${WORLD_VERSION}, ${commitOf(launcher)?.slice(0, 12) ?? 'built from a clone'})`
