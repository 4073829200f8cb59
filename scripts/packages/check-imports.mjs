import { nodes } from './run.mjs'

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
  return nodes(['import.mjs'], { cwd: root })
}

/** Runs a tool from CommonJS. Every Node that the packages support can load ES modules with `require`. */
export const checkRequire = ({ root, write }) => {
  write('require.cjs', `const { createToolbox } = require('@netbox/core')\n${use}`)
  return nodes(['require.cjs'], { cwd: root })
}

/** Loads the entry points other than the main one: the facts of a world and the test kit. */
export const checkEntries = ({ root, write }) => {
  write(
    'entries.mjs',
    `const entries = ['dns', 'network', 'web', 'testing']
for (const entry of entries)
  if (Object.keys(await import('@netbox/core/' + entry)).length === 0) throw new Error(entry + ' exports nothing')
`,
  )
  return nodes(['entries.mjs'], { cwd: root })
}
