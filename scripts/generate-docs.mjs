// Generates these pages and files from a build:
// - docs/tools/ from the catalogue: one page for each tool, the table of all tools, and the scenarios
// - docs/api/ from the OpenAPI document
// - docs/library/ from the doc comments of the packages' exports
// - the manual page of the command, from the command's help
// - the schema of world files, for editors
// - the transcript in the README, from a run of the command
// - the options and variables in docs/serve.md, from the command
// - the programs in docs/recipes, with their output
// Fails if the doc comment of an export is missing or insufficient. With --check, writes nothing, and fails if a page is outdated.
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiPages } from './docs/api-pages.mjs'
import { withExamples } from './docs/examples.mjs'
import { libraryPages } from './docs/library/library-pages.mjs'
import { commentProblems, readLibrary } from './docs/library/read-library.mjs'
import { withTranscript } from './docs/transcript.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// These folders contain only generated pages.
const folders = ['docs/tools', 'docs/api', 'docs/library']

const built = await Promise.all([
  import('../packages/core/dist/index.js'),
  import('../packages/contract/dist/openapi/index.js'),
  import('./docs/pages.mjs'),
  import('./docs/library/schema-of.mjs'),
  import('../apps/cli/src/texts/man-page.ts'),
]).catch((error) => {
  console.error(`Core and contract are not built (${error.message}). Run 'npm run build' first.`)
  process.exit(1)
})
const [
  { tools, scenarios, worldFileSchema },
  { openapiDocument },
  { indexPage, scenariosPage, toolPage, withServe },
  { schemaOf },
  { manPage },
] = built

const library = readLibrary(root)
const problems = commentProblems(library)
if (problems.length > 0) {
  console.error(`These exports are not explained (docs/library/ shows their doc comments):\n${problems.join('\n')}`)
  process.exit(1)
}

const pages = new Map([
  ['docs/tools/README.md', indexPage(tools)],
  ['docs/tools/scenarios.md', scenariosPage(scenarios, tools)],
  ['apps/cli/man/netbox.1', manPage()],
  ['packages/core/world.schema.json', `${JSON.stringify(worldFileSchema, null, 2)}\n`],
  ['docs/serve.md', withServe(readFileSync(join(root, 'docs/serve.md'), 'utf8'))],
  ['README.md', withTranscript(readFileSync(join(root, 'README.md'), 'utf8'), root)],
])
for (const name of globSync('docs/recipes/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/')))
  pages.set(name, withExamples(readFileSync(join(root, name), 'utf8'), root))
const api = apiPages(openapiDocument({ serverUrl: 'https://netbox.example/api' }))
for (const [name, text] of api) pages.set(`docs/api/${name}`, text)
for (const [name, text] of await libraryPages(library, schemaOf)) pages.set(`docs/library/${name}`, text)
for (const tool of tools) pages.set(`docs/tools/${tool.id}.md`, await toolPage(tool))

const read = (name) => {
  try {
    return readFileSync(join(root, name), 'utf8')
  } catch {
    return undefined
  }
}

for (const folder of [...folders, 'apps/cli/man']) mkdirSync(join(root, folder), { recursive: true })
const stale = [...pages].filter(([name, text]) => read(name) !== text).map(([name]) => name)
const left = folders
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
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
