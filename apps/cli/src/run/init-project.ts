import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Context } from '../commands/context.ts'
import { exitCodes, type ExitCode } from '../exit.ts'
import { jsonText } from '../output/json.ts'
import { isSystemError } from '../state/files.ts'
import { chosenApiUrl, hasChosenApiUrl } from '../state/plan.ts'
import { ciSystems, initTexts, testCommands, UNKNOWN_TESTS, worldFile } from '../texts/init-texts.ts'
import { unwritable } from '../texts/messages.ts'

/** Writes a new file; returns false if it exists. Throws a `CommandError` if the folder can't be written. */
const writeNew = (path: string, text: string): boolean => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false
    throw unwritable(path, error)
  }
}

/** Writes the world file, and a job for each CI system of the working folder. Never changes a file that exists. */
export const initProject = ({ environment, options, out }: Context): ExitCode => {
  const origin = hasChosenApiUrl(environment) ? chosenApiUrl(environment) : undefined
  const tests = testCommands.find(([sign]) => existsSync(sign))?.[1] ?? UNKNOWN_TESTS
  const systems = ciSystems.filter(({ sign }) => existsSync(sign))
  const files = [
    { path: 'netbox.yaml', text: worldFile },
    ...systems.map(({ path, job }) => ({ path, text: job({ origin, tests }) })),
  ].map(({ path, text }) => ({ path, written: writeNew(path, text) }))
  if (options.json !== undefined) {
    out(jsonText({ files }))
    return exitCodes.ran
  }
  const lines = files.map(({ path, written }) => (written ? initTexts.written(path) : initTexts.kept(path)))
  const notes = systems.length === 0 ? [initTexts.noCi] : origin === undefined ? [initTexts.needsFile] : []
  out(`${[...lines, '', ...notes, initTexts.next].join('\n')}\n`)
  return exitCodes.ran
}
