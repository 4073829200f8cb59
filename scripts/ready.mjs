// npm run ready, before a commit: formats, generates the pages that the repository contains, and checks the style, the types, the golden
// results and the tests of the changed files. Stops at the first failure.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testsOf } from './ready/tests-of.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { resolve } = createRequire(import.meta.url)

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(stderr)
  return stdout.split('\n').filter((line) => line !== '')
}
const added = git('ls-files', '--others', '--exclude-standard')
const changed = [...git('diff', '--name-only', '--diff-filter=d', 'HEAD'), ...added]
const tests = testsOf(changed, [...git('ls-files'), ...added])

const turbo = (...args) => ['scripts/turbo.mjs', 'run', ...args, '--output-logs=errors-only', '--log-order=grouped']
const binOf = (name, file) => join(dirname(resolve(`${name}/package.json`)), file)

const steps = {
  Format: [binOf('oxfmt', 'bin/oxfmt'), '.'],
  // The pages describe the built libraries and command.
  Build: turbo('build', '--filter=./packages/*', '--filter=netbox'),
  Docs: ['scripts/generate-docs.mjs'],
  Lint: [binOf('oxlint', 'bin/oxlint'), '--type-aware', '--deny-warnings'],
  Types: turbo('types'),
  [`Golden results and ${tests.length} changed test files`]: [
    binOf('vitest', 'vitest.mjs'),
    'run',
    '--mode',
    'quick',
    'e2e/golden.test.ts',
    ...tests,
  ],
}

for (const [name, args] of Object.entries(steps)) {
  const start = performance.now()
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (error !== undefined) throw error
  if (status !== 0) {
    console.error(`${name}: failed. Not ready.`)
    process.exit(status ?? 1)
  }
  console.log(`${name}: ok after ${((performance.now() - start) / 1000).toFixed(0)} s.`)
}
console.log('Ready. Commit the files that changed.')
