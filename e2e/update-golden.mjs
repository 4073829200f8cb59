// Writes golden.json anew. Only together with a new WORLD_VERSION: everyone's seeds change (docs/decisions/0001).
import { writeFile } from 'node:fs/promises'
import { goldenDigests } from './golden-digests.ts'

const digests = await goldenDigests()
await writeFile(new URL('golden.json', import.meta.url), `${JSON.stringify(digests, null, 2)}\n`)
console.log(`${Object.keys(digests).length} golden results written.`)
