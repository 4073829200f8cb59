// Runs tests in the copy and tells what became of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A test that ran. The file counts from apps/api. */
export interface Tested {
  readonly file: string
  readonly fullName: string
  readonly status: string
}

/** What became of some tests. */
export type Trial =
  | { readonly kind: 'passed'; readonly tests: readonly Tested[] }
  | { readonly kind: 'failed'; readonly by: Pick<Tested, 'file' | 'fullName'> }
  /** No test failed, but a file could not be loaded or there was nothing to run. That proves nothing. */
  | { readonly kind: 'broken'; readonly reason: string }

/** Which tests to run, and how. */
export interface TrialOrder {
  /** Files, from apps/api on. */
  readonly tests: readonly string[]
  readonly named?: string | undefined
  /** Of a MariaDB server; without one only SQLite is tried. */
  readonly port: number | undefined
  /** Whether to end with the first failure. */
  readonly bail: boolean
  readonly signal: AbortSignal
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** A mutation that makes a test hang is noticed too, after this many milliseconds. The unchanged tests have longer. */
const PATIENCE = 120_000
const LONG_PATIENCE = 600_000
const SHOWN = 2000

const readReport = (path: string): Report | undefined => {
  try {
    // Written by Vitest, in the shape that Jest gave it.
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return undefined
  }
}

/** Ends the runner and its workers, which are a group of their own. */
const kill = (child: ChildProcess): void => {
  try {
    process.kill(-(child.pid ?? Number.NaN), 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

const start = (folder: string, report: string, { tests, named, port, bail }: TrialOrder): ChildProcess => {
  const files = tests.map((test) => join('apps/api', test))
  // All files share one server: together they would make each other late.
  const alone = port === undefined ? [] : ['--no-file-parallelism']
  const options = [...(bail ? ['--bail=1'] : []), ...(named === undefined ? [] : ['-t', named]), ...alone]
  const words = ['run', '--project', 'api', ...files, '--reporter=json', `--outputFile=${report}`, ...options]
  return spawn(process.execPath, [join(folder, 'node_modules/vitest/vitest.mjs'), ...words], {
    cwd: folder,
    detached: process.platform !== 'win32',
    env: { ...process.env, NETBOX_MARIADB_PORT: port === undefined ? 'off' : String(port), NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

const ended = (child: ChildProcess, patience: number, signal: AbortSignal) =>
  new Promise<{ readonly isGood: boolean; readonly isLate: boolean; readonly errors: string }>((resolve, reject) => {
    let isLate = false
    let errors = ''
    const end = () => kill(child)
    const timer = setTimeout(() => {
      isLate = true
      end()
    }, patience)
    signal.addEventListener('abort', end)
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve({ isGood: code === 0, isLate, errors: errors.trim().slice(-SHOWN) })
    })
  })

/** Runs tests once. Throws when the signal was aborted. */
export const tryTests = async (folder: string, order: TrialOrder): Promise<Trial> => {
  const path = join(folder, 'mutation-report.json')
  rmSync(path, { force: true })
  const child = start(folder, path, order)
  const { isGood, isLate, errors } = await ended(child, order.bail ? PATIENCE : LONG_PATIENCE, order.signal)
  order.signal.throwIfAborted()
  if (isLate) return { kind: 'failed', by: { file: order.tests[0] ?? '', fullName: 'does not end' } }
  const report = readReport(path)
  if (report === undefined) return { kind: 'broken', reason: errors }
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(join(folder, 'apps/api'), name) })),
  )
  const by = tests.find(({ status }) => status === 'failed')
  if (by !== undefined) return { kind: 'failed', by }
  if (isGood && tests.some(({ status }) => status === 'passed')) return { kind: 'passed', tests }
  const messages = report.testResults.map(({ message }) => message).filter((message) => message !== '')
  return { kind: 'broken', reason: [...messages, errors].join('\n').trim() || 'No test ran' }
}
