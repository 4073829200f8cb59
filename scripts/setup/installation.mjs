import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns functions for the installation of a checkout. A stamp in node_modules contains the hash of the lockfile that was installed.
 * Deleting node_modules also deletes the stamp.
 *
 * @param {string} root
 */
export const installationOf = (root) => {
  const lockfile = join(root, 'package-lock.json')
  const stampFile = join(root, 'node_modules', '.netbox-installed')
  const hash = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex')
  const hasBundledNode = () => ['node', 'node.cmd'].some((name) => existsSync(join(root, 'node_modules', '.bin', name)))

  return {
    hasLockfile: existsSync(lockfile),
    hasBundledNode,
    /** Returns whether node_modules matches the current lockfile. */
    isCurrent: () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(hash()),
    /** Records that node_modules matches the current lockfile. */
    stamp: () => {
      mkdirSync(join(root, 'node_modules'), { recursive: true })
      writeFileSync(stampFile, stampOf(hash()))
    },
  }
}

// The binaries in node_modules are for one platform. So if a container of another platform shares the checkout, it installs again.
const stampOf = (hash) => `${hash} ${process.platform}-${process.arch}\n`

const OLDEST = [24, 11]

/**
 * Returns advice in one sentence if neither the installed packages nor the machine have a Node that is new enough.
 *
 * @param {{ bundled: boolean, running: string, platform: { platform: string, arch: string } }} found
 * @returns {string | undefined}
 */
export const nodeAdvice = ({ bundled, running, platform }) => {
  if (bundled || isNewEnough(running)) return undefined
  return (
    `netbox needs Node ${OLDEST.join('.')} or newer, none comes with it for ${platform.platform}-${platform.arch}, ` +
    `and this is Node ${running}: install a newer one and try again.`
  )
}

const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}
