import { readFileSync, statSync } from 'node:fs'
import type { WorldDocument } from '@netbox/core'
import type { Context } from '../commands/context.ts'
import { exitCodes, isToolError, type ExitCode } from '../exit.ts'
import { jsonText } from '../output/json.ts'
import { sinkOf } from '../output/result-file.ts'
import { captureTooLarge, placedLine, unreadable, validWorld, wordMissing } from '../texts/messages.ts'
import { showName } from './show-name.ts'

/** A problem of a world file. */
interface Problem {
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly field?: string
  readonly message: string
}

const countsOf = ({ domains = {}, hosts = {}, addresses = {} }: WorldDocument) => ({
  domains: Object.keys(domains).length,
  hosts: Object.keys(hosts).length,
  addresses: Object.keys(addresses).length,
})

const checkFile = async (path: string) => {
  const { readWorldFile, WorldFileError } = await import('@netbox/simulated-internet/world-files')
  const [errors, warnings]: [Problem[], string[]] = [[], []]
  try {
    const document = readWorldFile(path, {
      onWarning: (warning) => warnings.push(warning),
      onError: ({ place, reason }) => errors.push({ ...place, message: reason }),
    })
    return { file: path, valid: errors.length === 0, errors, warnings, ...countsOf(document) }
  } catch (error) {
    if (!isToolError(error)) throw unreadable(path, error)
    const problem = error instanceof WorldFileError ? { ...error.place, message: error.reason } : undefined
    return {
      file: path,
      valid: false,
      errors: [...errors, problem ?? { file: path, message: error.message }],
      warnings,
      ...countsOf({}),
    }
  }
}

/** Checks world files, and prints each problem with its place. */
const check = async ({ out, options }: Context, paths: readonly string[]): Promise<ExitCode> => {
  if (paths.length === 0) throw wordMissing('world check', 'a file')
  const checks = []
  for (const path of paths) checks.push(await checkFile(path))
  if (options.json !== undefined) out(jsonText(checks))
  else
    for (const { file, valid, errors, warnings, ...counts } of checks) {
      for (const error of errors) out(`${placedLine(error)}\n`)
      if (options.quiet === undefined) for (const warning of warnings) out(`${placedLine({ message: warning })}\n`)
      if (valid && options.quiet === undefined) out(`${validWorld(file, counts)}\n`)
    }
  return checks.every(({ valid }) => valid) ? exitCodes.ran : exitCodes.usage
}

// Far more than a world file may have.
const MOST_BYTES = 50_000_000

const readCapture = (path: string): Buffer => {
  try {
    if (path === '-') return readFileSync(0)
    if (statSync(path).size > MOST_BYTES) throw captureTooLarge(path)
    return readFileSync(path)
  } catch (error) {
    throw error instanceof Error && error.name === 'CommandError'
      ? error
      : unreadable(path === '-' ? 'stdin' : path, error)
  }
}

/** Writes a world file from captured answers, and lists the lines that it leaves out. */
const importFiles = async (context: Context, paths: readonly string[]): Promise<ExitCode> => {
  const { options, say } = context
  if (paths.length === 0) throw wordMissing('world import', "a file, or '-'")
  const { importWorld, zoneTextOf } = await import('@netbox/simulated-internet/world-files')
  const files = paths.map((path) => ({ name: path === '-' ? 'stdin' : path, text: zoneTextOf(readCapture(path)) }))
  const { text, unread, omitted, facts } = importWorld(files)
  const sink = sinkOf(options.output)
  sink.write(options.json === undefined ? text : jsonText({ world: text, facts, unread, omitted }))
  sink.commit()
  for (const problem of unread) say(placedLine(problem))
  if (options.quiet === undefined) for (const problem of omitted) say(placedLine(problem))
  if (unread.length === 0) return exitCodes.ran
  return facts === 0 ? exitCodes.usage : exitCodes.someFailed
}

/** Runs a task of `netbox world`. */
export const runWorldTask = async (context: Context): Promise<ExitCode> => {
  const [task, ...words] = context.words
  if (task === 'check') return check(context, words)
  if (task === 'import') return importFiles(context, words)
  return showName(context, words)
}
