// Generates the committed pages and files from a build:
// - docs/tools/README.md, the table of all tools, and docs/tools/scenarios.md, from the catalogue
// - the manual page of the command, from the command's help
// - the schema of world files, for editors
// - the transcript in the README, from a run of the command
// - the options and variables in docs/serve.md, from the command
// - the programs in docs/recipes, with their output
// Fails if the doc comment of an export is missing or insufficient. With --check, writes nothing, and fails if a page is outdated.
// The other generated pages are not committed: generate-reference.mjs writes them in each build.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withExamples } from './docs/examples.mjs'
import { commentProblems, readLibrary } from './docs/library/read-library.mjs'
import { withTranscript } from './docs/transcript.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const built = await Promise.all([
  import('../packages/core/dist/index.js'),
  import('./docs/tool-pages.mjs'),
  import('./docs/serve-options.mjs'),
  import('../apps/cli/src/texts/man-page.ts'),
]).catch((error) => {
  console.error(`Core is not built (${error.message}). Run 'npm run build' first.`)
  process.exit(1)
})
const [{ tools, scenarios, worldFileSchema }, { indexPage, scenariosPage }, { withServe }, { manPage }] = built

const problems = commentProblems(readLibrary(root))
if (problems.length > 0) {
  console.error(`These exports are not explained (the reference shows their doc comments):\n${problems.join('\n')}`)
  process.exit(1)
}

const textOf = (name) => readFileSync(join(root, name), 'utf8')
const pages = new Map([
  ['docs/tools/README.md', indexPage(tools)],
  ['docs/tools/scenarios.md', scenariosPage(scenarios, tools)],
  ['apps/cli/man/netbox.1', manPage()],
  ['packages/core/world.schema.json', `${JSON.stringify(worldFileSchema, null, 2)}\n`],
  ['docs/serve.md', withServe(textOf('docs/serve.md'))],
  ['README.md', withTranscript(textOf('README.md'), root)],
])
for (const name of globSync('docs/recipes/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/')))
  pages.set(name, withExamples(textOf(name), root))

const isStale = ([name, text]) => {
  try {
    return textOf(name) !== text
  } catch {
    return true
  }
}
const stale = [...pages].filter(isStale)

if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    const names = stale.map(([name]) => name).join(', ')
    console.error(`Generated pages are not up to date: ${names}. Run 'npm run docs' and commit it.`)
    process.exit(1)
  }
  console.log(`Generated pages are up to date: ${pages.size}.`)
} else {
  for (const [name, text] of stale) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  console.log(`Generated pages: ${stale.length} written, ${pages.size} in all.`)
}
