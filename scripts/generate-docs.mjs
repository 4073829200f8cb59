// Writes docs/tools/ from the catalogue: one page a tool, the table of all, the scenarios. Needs a build of core.
// With --check it writes nothing and fails when a page is not what the catalogue says.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { indexPage, scenariosPage, toolPage } from './docs/pages.mjs'

const folder = fileURLToPath(new URL('../docs/tools/', import.meta.url))

const { tools, scenarios } = await import('../packages/core/dist/index.js').catch((error) => {
  console.error(`Core is not built (${error.message}). Run 'npm run build' first.`)
  process.exit(1)
})

const pages = new Map([
  ['README.md', indexPage(tools)],
  ['scenarios.md', scenariosPage(scenarios, tools)],
])
for (const tool of tools) pages.set(`${tool.id}.md`, await toolPage(tool))

const read = (name) => {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return undefined
  }
}

mkdirSync(folder, { recursive: true })
const stale = [...pages].filter(([name, text]) => read(name) !== text).map(([name]) => name)
const left = readdirSync(folder).filter((name) => !pages.has(name))

if (process.argv.includes('--check')) {
  if (stale.length + left.length > 0) {
    console.error(`docs/tools is not up to date: ${[...stale, ...left].join(', ')}. Run 'npm run docs' and commit it.`)
    process.exit(1)
  }
  console.log(`docs/tools is up to date: ${pages.size} pages.`)
} else {
  for (const name of stale) writeFileSync(join(folder, name), pages.get(name))
  for (const name of left) rmSync(join(folder, name))
  console.log(`docs/tools: ${stale.length} written, ${left.length} removed, ${pages.size} in all.`)
}
