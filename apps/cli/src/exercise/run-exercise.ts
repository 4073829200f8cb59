import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { decodeText, findScenario, findTool, readTime, scenarioLessons } from '@netbox/core'
import { findObstacle, runInNamespace } from '@netbox/simulated-internet/namespace'
import { stringify } from 'yaml'
import type { Context } from '../commands/context.ts'
import { exitCodes, isToolError } from '../exit.ts'
import { jsonLine } from '../output/json.ts'
import { exerciseUsage, noNamespace, notUtf8, unknownExercise, unreadable, unwritable } from '../texts/messages.ts'
import { type Exercise, exercisesOf, factsToRepair, scenarioOf } from './exercises.ts'
import { type Answer, type Grade, gradeAnswer, gradeRepair } from './grade.ts'

const DEFAULT_SEED = 'class'
const DEFAULT_TIME = '2026-01-01T00:00:00.000Z'

const questionOf = ({ kind, domains, complaint }: Exercise): string =>
  kind === 'find'
    ? `Somebody says of ${domains.slice(0, -1).join(', ')} or ${domains.at(-1)}: ${complaint}. Which domain has a fault, and which one?`
    : `${domains[0]}: ${complaint}. Repair it.`

const HOW = `# Exercises, seed SEED

Each exercise has an internet of its own, in which at most one domain has a fault. Open a shell in it, and use dig, openssl, curl and whois:

    netbox exercise start find-1 --seed SEED

To find: answer with the domain, the tool that reports the fault, and the fault by a name of 'netbox scenarios' or the code of a
finding; or 'none', because some complaints are false alarms. Your answer is graded with exit code 0 or 1:

    netbox exercise check find-1 shop.example mx-record mx-down --seed SEED

To repair: edit repair-1.yaml, which 'start' writes, and change only what is wrong:

    netbox exercise check repair-1 --seed SEED
`

const fileOf = ({ name }: Exercise): string => `${name}.yaml`

const readStdin = (): string => {
  const read = (): Uint8Array => {
    try {
      return readFileSync(0)
    } catch (error) {
      throw unreadable('stdin', error)
    }
  }
  const decoded = decodeText(read())
  if ('text' in decoded) return decoded.text
  throw notUtf8('stdin', decoded.wrongLine)
}

/** Reads an answer: its words, or JSON in one word or on stdin ('-'). */
const answerIn = (words: readonly string[]): Answer => {
  const [first = '', component, fault] = words
  const text = first === '-' ? readStdin() : first
  if (!text.trimStart().startsWith('{'))
    return {
      domain: first,
      ...(component === undefined ? {} : { component }),
      ...(fault === undefined ? {} : { fault }),
    }
  try {
    const given = JSON.parse(text) as Partial<Record<string, unknown>>
    const textOf = (field: string, otherwise: string): string => {
      const value = given[field] ?? otherwise
      if (typeof value !== 'string') throw exerciseUsage('check')
      return value
    }
    return { domain: textOf('domain', 'none'), component: textOf('component', ''), fault: textOf('fault', '') }
  } catch {
    throw exerciseUsage('check')
  }
}

const gradeOf = async (exercise: Exercise, words: readonly string[], context: Context): Promise<Grade> => {
  if (exercise.kind === 'find') {
    if (words.length === 0) throw exerciseUsage('check')
    return gradeAnswer(exercise, answerIn(words))
  }
  const [path = fileOf(exercise)] = words
  const { readWorldFile } = await import('@netbox/simulated-internet/world-files')
  try {
    return await gradeRepair(exercise, readWorldFile(path, { onWarning: (warning) => context.say(warning) }))
  } catch (error) {
    throw isToolError(error) ? error : unreadable(path, error)
  }
}

/** Writes the file of a domain to repair, unless the learner has it already. */
const writeFile = (exercise: Exercise, { say }: Context): void => {
  const path = fileOf(exercise)
  if (existsSync(path)) return
  try {
    const facts = stringify(factsToRepair(exercise).faulty, { lineWidth: 0 })
    // `wx` follows no link, which `existsSync` does not see if it leads nowhere.
    writeFileSync(path, `# ${questionOf(exercise)}\n${facts}`, { flag: 'wx' })
  } catch (error) {
    throw unwritable(path, error)
  }
  say(`The facts of the domain are in ${path}.`)
}

/** Returns a search path without netbox. A folder with links replaces a folder that has other programs, too. */
const withoutNetbox = (path: string): { readonly value: string; readonly remove: () => void } => {
  const made: string[] = []
  const folders = path.split(delimiter).map((folder) => {
    if (!existsSync(join(folder, 'netbox'))) return folder
    const links = mkdtempSync(join(tmpdir(), 'programs-'))
    made.push(links)
    for (const program of readdirSync(folder))
      if (program !== 'netbox') symlinkSync(resolve(folder, program), join(links, program))
    return links
  })
  return {
    value: folders.join(delimiter),
    remove: () => {
      for (const folder of made) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a shell in the internet of an exercise. It has no netbox, and no variable that tells the seed. Returns its exit code. */
const start = async (exercise: Exercise, words: readonly string[], context: Context): Promise<number> => {
  const { options, environment, say } = context
  const { seed, at } = exercise
  if (exercise.kind === 'repair') writeFile(exercise, context)
  if (options.quiet === undefined) say(`SIMULATED. ${questionOf(exercise)}`)
  const obstacle = findObstacle()
  if (obstacle !== undefined) throw noNamespace(obstacle)
  const [command = environment.inherited['SHELL'] ?? 'sh', ...rest] = words
  const { readWorldFile } = await import('@netbox/simulated-internet/world-files')
  const world =
    exercise.kind === 'find'
      ? { seed, at, scenario: scenarioOf(exercise), world: { known: false } }
      : { seed, at, scenario: 'healthy' as const, world: { ...readWorldFile(fileOf(exercise)), known: false } }
  const path = withoutNetbox(environment.inherited['PATH'] ?? '')
  try {
    const run = { command, arguments: rest, world, quiet: true, hidesWorld: true, environment: { PATH: path.value } }
    return await runInNamespace(run, [...environment.nodeOptions, environment.insideProgram()])
  } finally {
    path.remove()
  }
}

const solutionOf = ({ name, solution }: Exercise): string => {
  if (solution === undefined) return `${name}: none. The complaint is a false alarm.`
  const { domain, fault } = solution
  return `${name}: ${domain} ${fault.tool} ${fault.scenario}\n    ${findScenario(fault.scenario)?.title}. ${scenarioLessons[fault.scenario]}\n    netbox ${fault.tool} ${fault.input(solution)} reports it (${findTool(fault.tool)?.name}).`
}

const show = (task: string, exercises: readonly Exercise[], { options, out }: Context, seed: string): number => {
  const isJson = options.json !== undefined
  if (task === 'sheet') out(`${HOW.replaceAll('SEED', seed)}\n`)
  for (const exercise of exercises) {
    const { name, kind, domains, complaint, solution } = exercise
    if (isJson && task === 'list') out(jsonLine({ exercise: name, seed, kind, domains, complaint }))
    else if (isJson && task === 'solutions')
      out(
        jsonLine({
          exercise: name,
          seed,
          answer:
            solution === undefined
              ? { domain: 'none' }
              : { domain: solution.domain, component: solution.fault.tool, fault: solution.fault.scenario },
        }),
      )
    else if (task === 'solutions') out(`${solutionOf(exercise)}\n`)
    else
      out(task === 'sheet' ? `${name}. ${questionOf(exercise)}\n\n` : `${name.padEnd(10)}  ${questionOf(exercise)}\n`)
  }
  return exitCodes.ran
}

/** Runs a task of `netbox exercise`. Returns 0 for a right answer and 1 for a wrong one. */
export const runExercise = async (context: Context): Promise<number> => {
  const { words, options, environment, out } = context
  const [task = '', name, ...rest] = words
  const seed = options.seed ?? environment.seed ?? DEFAULT_SEED
  const at = new Date(readTime(options.at ?? DEFAULT_TIME)).toISOString()
  const exercises = await exercisesOf({ seed, at })
  if (task !== 'start' && task !== 'check') return show(task, exercises, context, seed)
  const exercise = exercises.find((one) => one.name === name)
  if (exercise === undefined) throw name === undefined ? exerciseUsage(task) : unknownExercise(name)
  if (task === 'start') return start(exercise, rest, context)
  const { right, reasons } = await gradeOf(exercise, rest, context)
  if (options.json !== undefined) out(jsonLine({ exercise: exercise.name, seed, right, reasons }))
  else
    out(
      right
        ? `${exercise.name}: right\n`
        : `${exercise.name}: wrong\n${reasons.map((reason) => `  ${reason}\n`).join('')}`,
    )
  return right ? exitCodes.ran : exitCodes.failed
}
