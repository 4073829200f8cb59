// Prints the run-time dependencies of the published packages, the service and the site, as a CycloneDX bill of materials.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './packages/run.mjs'
import { runTimeBill } from './release/run-time-bill.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

// The folders of the workspaces. Packages that are bundled into the command are devDependencies, so that users don't install them twice.
const folders = {
  'packages/core': [],
  'packages/product': [],
  'packages/contract': [],
  'packages/email-verifier': [],
  'packages/simulated-internet': [],
  'apps/cli': ['@netbox/contract', '@netbox/core', '@netbox/product', 'ink', 'react'],
  'apps/api': [],
  'apps/web': [],
}

const needs = Object.fromEntries(
  Object.entries(folders).map(([folder, builtIn]) => {
    const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return [name, [...Object.keys(dependencies), ...builtIn]]
  }),
)

const billOf = (name) =>
  JSON.parse(
    run('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', `--workspace=${name}`], {
      cwd: root,
      shell: process.platform === 'win32',
    }),
  )

const { metadata, ...bill } = runTimeBill(Object.keys(needs).map(billOf), needs)
const component = { ...metadata.component, name: 'netbox' }
console.log(JSON.stringify({ ...bill, metadata: { ...metadata, component } }, null, 2))
