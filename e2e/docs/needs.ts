import { spawnSync } from 'node:child_process'
import { findObstacle } from '@netbox/simulated-internet/namespace'

/** A folder with the files of Debian's postfix package. The package can't be installed together with another mail server. */
const { NETBOX_POSTFIX: postfix } = process.env

// On Debian, the folders of administration programs are rarely in a user's PATH.
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`], { env }).status === 0

const isMissing = (need: string): boolean => {
  if (need === 'namespace') return findObstacle() !== undefined
  if (need === 'root') return process.getuid?.() !== 0
  return !isInstalled(need) && !(need === 'postfix' && postfix !== undefined)
}

/**
 * Returns the needs of a page's commands that this machine lacks. Recipes list their needs below the title: programs, `root`, and
 * `namespace` if commands run in one.
 *
 *   <!-- needs: namespace, unbound, dig -->
 */
export const missingFor = (page: string, commands: readonly string[]): string[] => {
  const [, list = ''] = /^<!-- needs: (.+) -->$/m.exec(page) ?? []
  const curl = commands.some((text) => /\bcurl\b/.test(text)) ? ['curl'] : []
  return ['bash', ...curl, ...list.split(', ').filter((need) => need !== '')].filter(isMissing)
}

/**
 * Returns the program and arguments that run a script. If the script needs postfix, the files of NETBOX_POSTFIX appear in /usr and /etc.
 */
export const shellFor = (script: string): string[] => {
  if (postfix === undefined || !script.includes('postfix') || isInstalled('postfix')) return ['bash', '-c', script]
  const overlays = ['/usr', '/etc'].map(
    (folder) => `mount -t overlay -o lowerdir=${postfix}${folder}:${folder} overlay ${folder}`,
  )
  return ['unshare', '--mount', 'bash', '-c', [...overlays, script].join('\n')]
}
