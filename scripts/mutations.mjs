// Changes the code of an area in many small ways, one at a time, and shows the changes that no test notices (scripts/mutations/README.md).
// Usage: npm run mutations -- <area> [options of Stryker]
//        npm run mutations -- texts [--sample 20] [--seed 0]
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installApart } from '../bench/install-apart.mjs'
import { areas } from './mutations/areas.mjs'
import { removeTexts } from './mutations/texts.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const version = '10.1.1'
// These packages are not in the lockfile, because Stryker has 177 dependencies. Stryker's runner finds the project's Vitest in a folder
// above its own.
const packages = { '@stryker-mutator/core': version, '@stryker-mutator/vitest-runner': version }

const [name = '', ...options] = process.argv.slice(2)
if (name === 'texts') process.exit(removeTexts(options) === 0 ? 0 : 1)
const area = areas[name]
if (area === undefined) {
  console.error(
    `${name === '' ? 'Name an area.' : `Unknown area '${name}'.`} Usage: npm run mutations -- <${[...Object.keys(areas), 'texts'].join('|')}> [options]`,
  )
  process.exit(2)
}

const folder = installApart('stryker', packages)
const config = 'scripts/mutations/stryker.config.mjs'
const what = ['run', config, '--mutate', area.mutate.join(), '--testFiles', area.tests.join()]
const stryker = spawnSync(
  process.execPath,
  [join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js'), ...what, ...options],
  { cwd: root, stdio: 'inherit', env: { ...process.env, NETBOX_MARIADB_PORT: 'off' } },
)
process.exitCode = stryker.status ?? 1
