import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2/promise'
import { freePort } from './free-ports.ts'

/** A server for tests only, deleted afterwards. */
export interface Mariadb {
  readonly port: number
  /** Returns the address of a database on it, in the form of DATABASE_URL. */
  url(database: string): string
  /** Pauses the server: connections stay open without responses. */
  freeze(): Promise<void>
  /** Resumes a paused server. */
  thaw(): void
  /** Returns the id of its process. */
  pid(): number
  /** Kills it, as a power failure would. */
  kill(): Promise<void>
  /** Kills it if it is still running, and restarts it with its data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const find = (program: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path))

/** Returns the paths of the two programs that a server needs, if they are installed. */
export const findMariadb = (): { readonly server: string; readonly install: string } | undefined => {
  const server = find('mariadbd')
  const install = find('mariadb-install-db')
  return server === undefined || install === undefined ? undefined : { server, install }
}

// The server reads one statement from each line.
const USER = 'create user netbox@`%` identified by "netbox";\ngrant all on *.* to netbox@`%` with grant option;\n'

const urlOf = (port: number, database: string): string => `mysql://netbox:netbox@127.0.0.1:${port}/${database}`

/** Runs statements as the administrator of such a server. */
export const administer = async (port: number, statement: string): Promise<void> => {
  const connection = await createConnection(urlOf(port, 'mysql'))
  await connection.query(statement)
  await connection.end()
}

/** Returns the kernel's state of each thread of a process; `T` is stopped. */
const threadStates = (pid: number): (string | undefined)[] =>
  readdirSync(`/proc/${pid}/task`).map(
    (thread) => /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1],
  )

const untilReady = async (child: ChildProcess, port: number, log: string): Promise<void> => {
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`mariadbd ended: ${await readFile(log, 'utf8')}`)
    const ready = await administer(port, 'select 1').then(
      () => true,
      () => false,
    )
    if (ready) return
    await wait(100)
  }
  throw new Error(`mariadbd did not start: ${await readFile(log, 'utf8')}`)
}

/** Starts a server on a free port of this machine only, with its data in a temporary folder. */
export const startMariadb = async (options: readonly string[] = []): Promise<Mariadb> => {
  const programs = findMariadb()
  if (programs === undefined) throw new Error('mariadbd is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'netbox-mariadb-'))
  const data = `--datadir=${join(folder, 'data')}`
  // Started by root, the server would switch to its own user, who has no access to the folder.
  const user = `--user=${userInfo().username}`
  // Kernels allow only few contexts for asynchronous files, and several servers would use them up.
  const files = '--innodb-use-native-aio=0'
  const installation = [
    '--no-defaults',
    data,
    user,
    files,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    // In a shared folder, servers that start at the same time delete each other's temporary tables.
    `--tmpdir=${folder}`,
  ]
  await promisify(execFile)(programs.install, installation)
  const init = join(folder, 'init.sql')
  await writeFile(init, USER)

  const port = await freePort()
  const log = join(folder, 'server.log')
  const parameters = ['--no-defaults', data, user, files, '--skip-name-resolve', '--bind-address=127.0.0.1'].concat(
    [
      '--skip-networking=0',
      `--port=${port}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--tmpdir=${folder}`,
    ],
    [`--log-error=${log}`, '--max-connections=500', '--innodb-buffer-pool-size=64M'],
    options,
  )
  const launch = (more: readonly string[]): ChildProcess =>
    spawn(programs.server, [...parameters, ...more], { stdio: 'ignore' })

  let child = launch([`--init-file=${init}`])
  const killAtExit = (): void => {
    child.kill('SIGKILL')
  }
  process.once('exit', killAtExit)
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await ended
  }
  const freeze = async (): Promise<void> => {
    child.kill('SIGSTOP')
    // The server's threads stop one after the other, and a thread that still runs may respond.
    while (threadStates(child.pid ?? 0).some((state) => state !== 'T')) await wait(5)
  }
  const stop = async (): Promise<void> => {
    process.off('exit', killAtExit)
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
  const restart = async (): Promise<void> => {
    await kill()
    child = launch([])
    await untilReady(child, port, log)
  }
  try {
    await untilReady(child, port, log)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    port,
    url: (database) => urlOf(port, database),
    freeze,
    pid: () => child.pid ?? 0,
    thaw: () => void child.kill('SIGCONT'),
    kill,
    restart,
    stop,
  }
}
