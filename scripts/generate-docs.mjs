// Generates the committed pages and files from a build:
// - the manual page of the command, from the command's help
// - the schema of world files, for editors
// - the page of the scenarios, and tables between comments in other pages
// - the moving picture of the README, from runs of the command; it needs curl and network namespaces
// Fails if the doc comment of an export is missing or insufficient. With --check, writes nothing, and fails if a page is outdated.
// The other generated pages are not committed: generate-reference.mjs writes them in each build.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commentProblems, readLibrary } from './docs/library/read-library.mjs'
import { movingPicture } from './docs/moving-picture.mjs'
import { pagesWithRegions, withRegions } from './docs/regions.mjs'
import { scenariosPage } from './docs/scenarios-page.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const built = await Promise.all([
  import('../packages/core/dist/index.js'),
  import('../apps/cli/src/texts/man-page.ts'),
]).catch((error) => {
  console.error(`Core is not built (${error.message}). Run 'npm run build' first.`)
  process.exit(1)
})
const [{ scenarioLessons, scenarios, tools, worldFileSchema }, { manPage }] = built

const problems = commentProblems(readLibrary(root))
if (problems.length > 0) {
  console.error(`The doc comments of these exports are missing or insufficient:\n${problems.join('\n')}`)
  process.exit(1)
}

const textOf = (name) => readFileSync(join(root, name), 'utf8')
const pages = new Map([
  ['apps/cli/man/netbox.1', manPage()],
  ['docs/scenarios.md', scenariosPage(scenarios, scenarioLessons, tools)],
  ['packages/core/world.schema.json', `${JSON.stringify(worldFileSchema, null, 2)}\n`],
])
for (const page of pagesWithRegions) pages.set(page, withRegions(textOf(page)))
const picture = movingPicture(root)
if (picture !== undefined) pages.set('docs/images/first-run.svg', picture)

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
