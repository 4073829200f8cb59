import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './run.mjs'

/**
 * Creates a project that is independent of this repository and installs tarballs in it. npm has neither a network nor a cache, so the
 * installation fails if a dependency is missing.
 *
 * @param {string} root
 * @param {readonly string[]} tarballs
 */
export const makeConsumer = (root, tarballs) => {
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  write('package.json', JSON.stringify({ name: 'consumer', version: '1.0.0', private: true, type: 'module' }))
  run(
    'npm',
    ['install', '--offline', '--ignore-scripts', '--loglevel=error', '--cache', join(root, 'cache'), ...tarballs],
    {
      cwd: root,
      shell: process.platform === 'win32',
    },
  )
  return { root, write }
}
