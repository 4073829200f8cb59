import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the installation of a checkout: node_modules, with a stamp that contains the hash of its lockfile. Deleting node_modules also
 * deletes the stamp.
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

// The binaries in node_modules belong to one platform, so a checkout shared with a container installs again.
const stampOf = (hash) => `${hash} ${process.platform}-${process.arch}\n`
