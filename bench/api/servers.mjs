// The measured servers, each in its own process, on the first core if the system supports that.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url))
const betterAuth = fileURLToPath(new URL('better-auth.mjs', import.meta.url))
const bare = fileURLToPath(new URL('bare.mjs', import.meta.url))
const bareWork = fileURLToPath(new URL('bare-work.mjs', import.meta.url))
const bareFiles = fileURLToPath(new URL('bare-files.mjs', import.meta.url))
const LISTENS = /listens on (http:\S+)/
const TICKS_PER_SECOND = 100

/** Binds a command to one core with `taskset`, on Linux only. */
export const onCore = (core, command) =>
  process.platform === 'linux' ? ['taskset', '-c', String(core), ...command] : command

/** Starts a server on a core and waits until it prints its address. */
const start = async (script, env, core = 0) => {
  const [command, ...args] = onCore(core, [process.execPath, script])
  const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  // A failed benchmark must not leave a server behind, which would keep its output open.
  process.once('exit', () => child.kill())
  let said = ''
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      // Later lines are its log, which must not affect the measurement.
      if (said.length < 10_000) said += chunk
      const found = LISTENS.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', () => reject(new Error(`${script} ended: ${said}`)))
  })
  return {
    url,
    /** The credential that a baseline prints. */
    token: /^token (\S+)$/m.exec(said)?.[1],
    /** Returns the processor time so far, in seconds; the kernel counts in hundredths. */
    processorTime: () => {
      if (process.platform !== 'linux') return Number.NaN
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
    },
    /** Returns the resident memory in MB; works only on Linux. */
    residentMemory: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1000,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts the baseline: the same libraries with one route. */
export const startBare = () => start(bare, { NODE_ENV: 'production' })

/** Starts the baseline that does the work of a run with the libraries of the API, on SQLite or on the database of a URL. */
export const startBareWork = (env) => start(bareWork, { NODE_ENV: 'production', ...env })

/** Starts the file baseline. */
export const startBareFiles = () => start(bareFiles, { NODE_ENV: 'production', BENCH_FOLDER: process.env.BENCH_FOLDER })

/**
 * Starts Better Auth, with which the API's sessions are compared. Its first run installs packages, and npm finds its registry in the
 * environment.
 */
export const startBetterAuth = () => start(betterAuth, { ...process.env, NODE_ENV: 'production' })

/** Starts the built API with its own folder, or with a database server; without rate limits, because one client represents many. */
export const startApi = (env, core) => start(main, { PORT: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'info', ...env }, core)
