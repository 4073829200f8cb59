// Adds the results of new tools to golden.json. Refuses changed results, unless WORLD_VERSION changed too (docs/decisions/0001).
import { readFile, writeFile } from 'node:fs/promises'
import { changedResults, goldenDigests } from './golden-digests.ts'

const file = new URL('golden.json', import.meta.url)
const golden = JSON.parse(await readFile(file, 'utf8'))
const digests = await goldenDigests()
const changed = changedResults(golden, digests)
if (changed.length > 0) {
  console.error(`Golden results changed, and with them what everyone's seeds give:\n  ${changed.join('\n  ')}`)
  console.error(
    'Mend the tool, or raise WORLD_VERSION. Until the first release you may delete these lines of golden.json instead.',
  )
  process.exitCode = 1
} else {
  await writeFile(file, `${JSON.stringify(digests, null, 2)}\n`)
  const added = Object.keys(digests).filter((name) => !(name in golden))
  console.log(`${added.length} golden results added.`)
}
