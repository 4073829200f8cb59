// Breaks the service in every listed way, one at a time in a copy, and checks that the tests notice.
// Usage: node apps/api/mutations/run.ts [--only <word>] [--write]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findMariadb, startMariadb } from '../test/support/mariadb.ts'
import { mutations } from './list.ts'
import type { Mutation } from './mutation.ts'
import { type Killed, noticedIn, noticedNow, pageOf, unnoticed } from './table.ts'
import { type Trial, tryTests } from './try-tests.ts'
import { createWorkbench, type Workbench } from './workbench.ts'

type Outcome = { readonly mutation: Mutation } & Trial

const root = fileURLToPath(new URL('../../..', import.meta.url))
const words = { failed: 'killed', passed: 'SURVIVED', broken: 'BROKEN' } as const

const say = (text: string): void => void process.stderr.write(`${text}\n`)
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const misused = (reason: string): never => {
  say(`${reason}\nUsage: npm run mutations -- [--only <word>] [--write]`)
  process.exit(2)
}

const readOptions = () => {
  try {
    return parseArgs({ options: { only: { type: 'string' }, write: { type: 'boolean' } } }).values
  } catch (error) {
    return misused(messageOf(error))
  }
}

const { only = '', write = false } = readOptions()
const isMeant = (text: string): boolean => text.toLowerCase().includes(only.toLowerCase())
const asked = mutations.filter(({ name, promise, file }) => [name, promise, file].some(isMeant))
if (asked.length === 0) misused(`No mutation is about '${only}'.`)

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => stopping.abort(new Error(`Ended by ${name}`)))
const { signal } = stopping

type Checked = readonly Pick<Mutation, 'name' | 'tests' | 'named'>[]

/** Without a change the tests pass, and each mutation names some: else a failure would prove nothing. */
const checkUnchanged = async ({ folder }: Workbench, chosen: Checked, port: number | undefined) => {
  const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))]
  if (tests.length === 0) return
  say(`Running ${tests.length} files of tests without a change (${port === undefined ? 'SQLite' : 'MariaDB'})`)
  const patterns = new Set(chosen.map(({ named = '' }) => named))
  const named = patterns.has('') ? undefined : [...patterns].join('|')
  const trial = await tryTests(folder, { tests, named, port, bail: false, signal })
  if (trial.kind === 'failed') throw new Error(`Without a change this fails: ${trial.by.file}: ${trial.by.fullName}`)
  if (trial.kind === 'broken') throw new Error(`Without a change the tests can't be run: ${trial.reason}`)
  const passed = trial.tests.filter(({ status }) => status === 'passed')
  for (const mutation of chosen) {
    const pattern = new RegExp(mutation.named ?? '')
    if (!passed.some(({ file, fullName }) => mutation.tests.includes(file) && pattern.test(fullName)))
      throw new Error(`No test of '${mutation.name}' is called ${mutation.named}`)
  }
}

const tryMutation = async (workbench: Workbench, mutation: Mutation, port: number | undefined): Promise<Trial> => {
  const { tests, named } = mutation
  try {
    const undo = await workbench.mutate(mutation)
    try {
      return await tryTests(workbench.folder, { tests, named, port, bail: true, signal })
    } finally {
      undo()
    }
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'broken', reason: messageOf(error) }
  }
}

const tryAll = async (workbench: Workbench, chosen: readonly Mutation[], port: number | undefined) => {
  const outcomes: Outcome[] = []
  for (const [index, mutation] of chosen.entries()) {
    const { isTTY } = process.stderr
    if (isTTY) process.stderr.write(`${index + 1} of ${chosen.length}  ${mutation.name}\r`)
    const begun = performance.now()
    const trial = await tryMutation(workbench, mutation, mutation.engine === 'mysql' ? port : undefined)
    if (isTTY) process.stderr.write('\u001B[K')
    const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(5)
    console.log(`${words[trial.kind].padEnd(8)} ${seconds} s  ${mutation.name}`)
    if (trial.kind === 'broken') say(trial.reason.replaceAll(/^/gm, '           '))
    outcomes.push({ mutation, ...trial })
  }
  return outcomes
}

const summarize = (outcomes: readonly Outcome[], begun: number): readonly Killed[] => {
  const killed = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome] : []))
  const others = outcomes.filter(({ kind }) => kind !== 'failed')
  const survived = others.filter(({ kind }) => kind === 'passed').length
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  const counts = `${killed.length} killed, ${survived} survived, ${others.length - survived} broken`
  console.log(`\n${counts}, in ${minutes} minutes`)
  for (const { kind, mutation } of others) console.log(`  ${words[kind]}  ${mutation.name}`)
  return killed
}

/** Renews the rows of what was tried; the others stay as they were. */
const writePage = (chosen: readonly Mutation[], killed: readonly Killed[]): void => {
  const page = join(root, 'docs/mutations.md')
  const tried = new Set(chosen.map(({ name }) => name))
  const known = noticedIn(readFileSync(page, 'utf8'))
  const rest = mutations.filter(({ name }) => !tried.has(name))
  const unknown = unnoticed(rest, known)
  if (killed.length < chosen.length) return say('docs/mutations.md stays as it is: not all were killed.')
  if (unknown.length > 0)
    return say(
      `docs/mutations.md stays as it is: it has no row of ${unknown.length} others, such as '${unknown[0]?.name}'.`,
    )
  writeFileSync(page, pageOf(mutations, new Map([...known, ...noticedNow(killed)])))
}

const run = async (): Promise<boolean> => {
  const begun = performance.now()
  const hasServer = findMariadb() !== undefined
  const onMysql = asked.filter(({ engine }) => engine === 'mysql')
  const onSqlite = asked.filter(({ engine }) => engine !== 'mysql')
  const chosen = hasServer ? asked : onSqlite
  const left = asked.length - chosen.length
  if (left > 0) say(`MariaDB is not installed: ${left} MUTATIONS ARE LEFT OUT.`)
  const workbench = createWorkbench(root)
  const server = hasServer && onMysql.length > 0 ? await startMariadb() : undefined
  try {
    // Those that name their tests by themselves, so that no others of those files are run.
    for (const isNamed of [true, false]) {
      const alike = onSqlite.filter(({ named }) => (named !== undefined) === isNamed)
      await checkUnchanged(workbench, alike, undefined)
    }
    if (server !== undefined) await checkUnchanged(workbench, onMysql, server.port)
    const killed = summarize(await tryAll(workbench, chosen, server?.port), begun)
    if (write) writePage(chosen, killed)
    return killed.length === chosen.length && (left === 0 || process.env['NETBOX_REQUIRE_MARIADB'] !== '1')
  } finally {
    await server?.stop()
    workbench.remove()
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  say(messageOf(error))
  process.exitCode = signal.aborted ? 130 : 1
}
