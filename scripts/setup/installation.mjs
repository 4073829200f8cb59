import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Looks at the installation of a checkout: node_modules, and a stamp inside it that holds the hash of the lockfile
 * it was made from. A deleted node_modules so takes its stamp along.
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
    /** Returns whether node_modules was made from the lockfile as it is now. */
    isCurrent: () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(hash()),
    /** Notes that node_modules was made from the lockfile as it is now. */
    stamp: () => {
      mkdirSync(join(root, 'node_modules'), { recursive: true })
      writeFileSync(stampFile, stampOf(hash()))
    },
  }
}

// The binaries in node_modules belong to one platform: a checkout shared with a container installs again.
const stampOf = (hash) => `${hash} ${process.platform}-${process.arch}\n`
