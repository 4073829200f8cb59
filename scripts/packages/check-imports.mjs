import { node } from './run.mjs'

const use = `
const box = createToolbox({ seed: 'k3f9', at: '2026-01-01T00:00:00Z' })
box.run('mx-record', 'example.com').then((run) => {
  if (run.simulated !== true || run.seed !== 'k3f9') throw new Error('unexpected: ' + JSON.stringify(run))
  if (run.result.domain !== 'example.com') throw new Error('unexpected: ' + JSON.stringify(run.result))
})
`

/** Runs a tool from an ES module. */
export const checkImport = ({ root, write }) => {
  write('import.mjs', `import { createToolbox } from '@netbox/core'\n${use}`)
  node(['import.mjs'], { cwd: root })
}

/** Runs a tool from CommonJS: Node 24 requires ES modules. */
export const checkRequire = ({ root, write }) => {
  write('require.cjs', `const { createToolbox } = require('@netbox/core')\n${use}`)
  node(['require.cjs'], { cwd: root })
}

/** Loads the kit for other people's tests. */
export const checkTestingKit = ({ root, write }) => {
  write(
    'testing.mjs',
    `import * as kit from '@netbox/core/testing'\nif (Object.keys(kit).length === 0) throw new Error('empty')\n`,
  )
  node(['testing.mjs'], { cwd: root })
}
