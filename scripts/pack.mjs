// Packs the command, and with --all the libraries too, as files that npm can install: dist/netbox-VERSION.tgz and the others, with their
// SHA-256 in dist/SHA256SUMS. Needs a build, but no network. The same commit gives the same bytes.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { libraries } from './packages/libraries.mjs'
import { pack } from './packages/pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const into = join(root, 'dist')

/** Returns the commit of the checkout; undefined if files differ from it, or without a repository. */
const commitOf = () => {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const { status, stdout } = git('rev-parse', 'HEAD')
  return status === 0 && git('status', '--porcelain').stdout === '' ? stdout.trim() : undefined
}

mkdirSync(into, { recursive: true })
const folders = process.argv.includes('--all') ? ['apps/cli', ...libraries.map(({ folder }) => folder)] : ['apps/cli']
const commit = commitOf()
const sums = folders.map((folder) => {
  const path = pack({ root, folder, into, commit })
  return `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${basename(path)}\n`
})
writeFileSync(join(into, 'SHA256SUMS'), sums.join(''))
if (process.argv.includes('--all')) process.stdout.write(sums.join(''))
