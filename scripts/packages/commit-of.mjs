import { spawnSync } from 'node:child_process'

/**
 * Returns the commit of a checkout; undefined if files differ from it, or without a repository.
 *
 * @param {string} root
 */
export const commitOf = (root) => {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const { status, stdout } = git('rev-parse', 'HEAD')
  return status === 0 && git('status', '--porcelain').stdout === '' ? stdout.trim() : undefined
}
