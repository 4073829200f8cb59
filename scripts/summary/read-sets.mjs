import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRun } from './read-tests.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Reads a file of the repository. */
export const readOfRoot = (path) => readFileSync(join(root, path), 'utf8')

/** Reads the reports of both sets from the folder of .ci/run. */
export const readSets = (folder) => {
  const run = (set) =>
    readRun({ tests: join(folder, `${set}-tests.json`), journeys: join(folder, `${set}-journeys.json`) }, root)
  return { quick: run('quick'), full: run('full') }
}
