import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { node } from './run.mjs'

const require = createRequire(import.meta.url)
const typescript = require.resolve('typescript/package.json')
const compiler = join(dirname(typescript), require(typescript).bin.tsc)

const right = `
import { createToolbox } from '@netbox/core'

const box = createToolbox({ plan: 'pro', seed: 'k3f9' })
export const exchange = async (): Promise<string | undefined> => {
  const run = await box.run('mx-record', 'example.com')
  return run.simulated ? run.result.records[0]?.exchange : undefined
}
`

// Each of these has to fail on its own line.
const wrong = [
  "import { createToolbox } from '@netbox/core'",
  'const box = createToolbox()',
  "export const a = box.run('mx-recrod', 'example.com')",
  "export const b = box.run('mx-record', 'example.com').then((run) => run.result.recordz)",
  "export const c = createToolbox({ plan: 'platinum' })",
]
const wrongLines = [3, 4, 5]

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2023',
  types: [],
}

/** What people compile with: Node's own resolution without a DOM, and a bundler's with one. */
const projects = {
  nodenext: { ...compilerOptions, module: 'nodenext', lib: ['es2023'] },
  bundler: { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] },
}

/** Compiles a strict project that uses core correctly, and one whose every mistake has to be found. */
export const checkTypes = ({ root, write }) => {
  for (const [name, options] of Object.entries(projects)) {
    write(`types/${name}/right.ts`, right)
    write(`types/${name}/right.json`, JSON.stringify({ compilerOptions: options, files: ['right.ts'] }))
    node([compiler, '-p', `types/${name}/right.json`], { cwd: root })

    write(`types/${name}/wrong.ts`, wrong.join('\n'))
    write(`types/${name}/wrong.json`, JSON.stringify({ compilerOptions: options, files: ['wrong.ts'] }))
    const found = linesOf(errorsOf(() => node([compiler, '-p', `types/${name}/wrong.json`], { cwd: root })))
    if (found.join() !== wrongLines.join())
      throw new Error(
        `${name}: mistakes are on lines ${wrongLines.join()}, the compiler found ${found.join() || 'none'}`,
      )
  }
}

const errorsOf = (compile) => {
  try {
    compile()
    return ''
  } catch (error) {
    return error.message
  }
}

const linesOf = (output) =>
  [...new Set([...output.matchAll(/wrong\.ts\((\d+),\d+\): error/g)].map((match) => Number(match[1])))].toSorted(
    (a, b) => a - b,
  )
