import { globSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** The limit for core's code that a page loads before a run, in bytes after gzip. */
const LIMIT = 20_000

/**
 * Builds a page that imports core, and checks that it loads little code and no simulation before a run.
 *
 * @returns {Promise<string>} A sentence with the size of the page's first load.
 */
export const checkBundle = async ({ root, write }) => {
  const page = join(root, 'page')
  write('page/index.html', '<!doctype html><title>netbox</title><script type="module" src="./main.ts"></script>')
  write(
    'page/main.ts',
    `import { createToolbox } from '@netbox/core'
    void createToolbox().run('mx-record', 'example.com').then((run) => { document.title = run.verdict.sentence })`,
  )
  const built = await build({
    root: page,
    configFile: false,
    logLevel: 'warn',
    build: { target: 'es2023', modulePreload: { polyfill: false } },
  })
  const chunks = built.output.filter((output) => output.type === 'chunk')
  const first = initialChunks(chunks)
  const simulations = globSync('node_modules/@netbox/core/dist/**/*.simulation.js', { cwd: root })
  if (simulations.length === 0) throw new Error('the package contains no simulations')

  const early = first.flatMap((chunk) => chunk.moduleIds).filter((id) => id.endsWith('.simulation.js'))
  if (early.length > 0) throw new Error(`the page loads simulations before any tool is run: ${early.join(', ')}`)
  const apart = chunks.filter((chunk) => chunk.facadeModuleId?.endsWith('.simulation.js'))
  if (apart.length !== simulations.length)
    throw new Error(`${simulations.length} simulations are in ${apart.length} separate chunks`)

  const size = first.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
  if (size > LIMIT)
    throw new Error(`the page loads ${size} bytes (gzip) before any tool is run, but the limit is ${LIMIT}`)
  return `${(size / 1000).toFixed(1)} kB gzipped at first, ${apart.length} simulations on demand`
}

// Returns the entry chunk and everything that it imports statically.
const initialChunks = (chunks) => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const names = new Set(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName))
  for (const name of names) for (const imported of byName.get(name)?.imports ?? []) names.add(imported)
  return [...names].flatMap((name) => byName.get(name) ?? [])
}
