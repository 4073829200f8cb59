import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import updateNotifier from 'update-notifier'
import type { Environment } from '../environment.ts'
import { version } from '../version.ts'

/** Returns whether npm installed the command. For a checkout, updates are not mentioned. */
const isInstalled = (launcher: string): boolean => {
  try {
    return realpathSync(launcher).includes(`${sep}node_modules${sep}`)
  } catch {
    return false
  }
}

// The version before the first release. The package `netbox` on npm belongs to another project, so its versions must not be mentioned.
const UNRELEASED = '0.0.0'

/** Mentions a new version once a day, and checks for one in a separate process. */
export const notifyUpdate = ({ launcher }: Pick<Environment, 'launcher'>): void => {
  if (version !== UNRELEASED && isInstalled(launcher))
    updateNotifier({ pkg: { name: 'netbox', version } }).notify({ defer: false })
}
