// Writes docs/tools/ from the catalogue (one page a tool, the table of all, the scenarios), the manual page of the command from its
// own help, the transcript in the README from a real run of the command, and the programs in docs/library.md with what they print.
// Needs a build.
// With --check it writes nothing and fails when a page is not what the catalogue says.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withExamples } from './docs/examples.mjs'
import { withTranscript } from './docs/transcript.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'docs/tools')

const built = await Promise.all([
  import('../packages/core/dist/index.js'),
  import('./docs/pages.mjs'),
  import('../apps/cli/src/man-page.ts'),
]).catch((error) => {
  console.error(`Core is not built (${error.message}). Run 'npm run build' first.`)
  process.exit(1)
})
const [{ tools, scenarios }, { indexPage, scenariosPage, toolPage }, { manPage }] = built

const pages = new Map([
  ['docs/tools/README.md', indexPage(tools)],
  ['docs/tools/scenarios.md', scenariosPage(scenarios, tools)],
  ['apps/cli/man/netbox.1', manPage()],
  ['README.md', withTranscript(readFileSync(join(root, 'README.md'), 'utf8'), root)],
  ['docs/library.md', withExamples(readFileSync(join(root, 'docs/library.md'), 'utf8'), root)],
])
for (const tool of tools) pages.set(`docs/tools/${tool.id}.md`, await toolPage(tool))

const read = (name) => {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    return undefined
  }
}

mkdirSync(folder, { recursive: true })
mkdirSync(join(root, 'apps/cli/man'), { recursive: true })
const stale = [...pages].filter(([name, text]) => read(name) !== text).map(([name]) => name)
const left = readdirSync(folder)
  .map((name) => `docs/tools/${name}`)
  .filter((name) => !pages.has(name))

if (process.argv.includes('--check')) {
  if (stale.length + left.length > 0) {
    console.error(
      `Generated pages are not up to date: ${[...stale, ...left].join(', ')}. Run 'npm run docs' and commit it.`,
    )
    process.exit(1)
  }
  console.log(`Generated pages are up to date: ${pages.size}.`)
} else {
  for (const name of stale) writeFileSync(join(root, name), pages.get(name))
  for (const name of left) rmSync(join(root, name))
  console.log(`Generated pages: ${stale.length} written, ${left.length} removed, ${pages.size} in all.`)
}
