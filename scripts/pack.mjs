// Packs the command, and with --all the libraries too, as files that npm can install: dist/netbox-VERSION.tgz and the others, with their
// SHA-256 in dist/SHA256SUMS. Needs a build, but no network. The same commit gives the same bytes.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitOf } from './packages/commit-of.mjs'
import { libraries } from './packages/libraries.mjs'
import { pack } from './packages/pack.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const into = join(root, 'dist')

mkdirSync(into, { recursive: true })
const folders = process.argv.includes('--all') ? ['apps/cli', ...libraries.map(({ folder }) => folder)] : ['apps/cli']
const commit = commitOf(root)
const sums = folders.map((folder) => {
  const path = pack({ root, folder, into, commit })
  return `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${basename(path)}\n`
})
writeFileSync(join(into, 'SHA256SUMS'), sums.join(''))
if (process.argv.includes('--all')) process.stdout.write(sums.join(''))
