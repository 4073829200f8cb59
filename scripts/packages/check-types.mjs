import { compile, projects } from './compile.mjs'

const right = `
import { createToolbox } from '@netbox/core'

const box = createToolbox({ plan: 'pro', seed: 'k3f9' })
export const exchange = async (): Promise<string | undefined> => {
  const run = await box.run('mx-record', 'example.com')
  return run.simulated ? run.result.records[0]?.exchange : undefined
}
`

// The compiler must report each of these mistakes on its line.
const wrong = [
  "import { createToolbox } from '@netbox/core'",
  'const box = createToolbox()',
  "export const a = box.run('mx-recrod', 'example.com')",
  "export const b = box.run('mx-record', 'example.com').then((run) => run.result.recordz)",
  "export const c = createToolbox({ plan: 'platinum' })",
]
const wrongLines = [3, 4, 5]

/** Compiles a strict project that uses core correctly, and one with mistakes, each of which the compiler must find. */
export const checkTypes = (consumer) => {
  for (const [name, options] of Object.entries(projects)) {
    compile(consumer, `types/${name}/right`, right, options)
    const found = linesOf(errorsOf(() => compile(consumer, `types/${name}/wrong`, wrong.join('\n'), options)))
    if (found.join() !== wrongLines.join())
      throw new Error(
        `${name}: mistakes are on lines ${wrongLines.join()}, the compiler found ${found.join() || 'none'}`,
      )
  }
}

const errorsOf = (action) => {
  try {
    action()
    return ''
  } catch (error) {
    return error.message
  }
}

const linesOf = (output) =>
  [...new Set([...output.matchAll(/program\.ts\((\d+),\d+\): error/g)].map((match) => Number(match[1])))].toSorted(
    (a, b) => a - b,
  )
