// Adds the results of new tools to golden.json. Refuses changed results, unless WORLD_VERSION changed too (docs/decisions/0001) or
// `--accept TOOL` names their tool.
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { changedResults, goldenDigests } from './golden-digests.ts'

const file = new URL('golden.json', import.meta.url)
const { accept } = parseArgs({ options: { accept: { type: 'string', multiple: true, default: [] } } }).values
const golden = JSON.parse(await readFile(file, 'utf8'))
const digests = await goldenDigests()
const changed = changedResults(golden, digests)
const refused = changedResults(golden, digests, accept)
const needless = accept.filter((tool) => !changed.some((name) => name.startsWith(`${tool} `)))
if (refused.length > 0) {
  console.error(`Results changed for existing seeds:\n  ${refused.join('\n  ')}`)
  console.error(
    'Fix the tool, or increase WORLD_VERSION. Before the first release, you can accept changes: npm run golden -- --accept TOOL',
  )
  process.exitCode = 1
} else if (needless.length > 0) {
  console.error(
    `No golden result of ${needless.join(', ')} changed. Run 'npm run build' first, so that the results contain your change.`,
  )
  process.exitCode = 1
} else {
  await writeFile(file, `${JSON.stringify(digests, null, 2)}\n`)
  const added = Object.keys(digests).filter((name) => !(name in golden))
  console.log(`${added.length} golden results added, ${changed.length} changed.`)
}
