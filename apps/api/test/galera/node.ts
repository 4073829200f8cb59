import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'

/** The parts of a node. */
export interface NodeOptions {
  readonly name: string
  readonly folder: string
  readonly ports: { readonly sql: number; readonly group: number; readonly ist: number }
  /** The addresses of all nodes, for joining. */
  readonly address: string
  readonly program: string
  readonly library: string
  readonly provider: string
}

/** A server of the cluster. */
export interface GaleraNode {
  readonly name: string
  readonly port: number
  readonly data: string
  /** The folder of the server's temporary tables. */
  readonly temporary: string
  start(more?: readonly string[]): Promise<void>
  /** Restarts it after a kill, from the position in its own data. */
  recover(): Promise<void>
  kill(): Promise<void>
  end(): Promise<void>
  connect(database?: string): Promise<Connection>
  /** Returns the output of `show status`. Rejects if the node does not answer within a second. */
  status(): Promise<ReadonlyMap<string, string>>
}

/** Returns whether a node is part of the cluster and has all commits. */
export const isInStep = (status: ReadonlyMap<string, string>): boolean =>
  status.get('wsrep_ready') === 'ON' && status.get('wsrep_local_state') === '4'

// The nodes' state transfer script is in this folder.
const HERE = fileURLToPath(new URL('.', import.meta.url))
const RECOVERED = /WSREP: Recovered position: (\S+:\d+)/

// A starting server deletes the temporary tables that it finds, including the tables of other servers.
const temporaryOf = ({ name, folder }: NodeOptions): string => join(folder, `${name}-tmp`)

const parametersOf = (options: NodeOptions): string[] => {
  const { name, folder, ports, address, library, provider } = options
  return [
    '--no-defaults',
    `--datadir=${join(folder, name)}`,
    `--user=${userInfo().username}`,
    `--tmpdir=${temporaryOf(options)}`,
    // Kernels allow only few contexts for asynchronous files.
    '--innodb-use-native-aio=0',
    '--skip-name-resolve',
    '--bind-address=127.0.0.1',
    `--port=${ports.sql}`,
    `--socket=${join(folder, `${name}.socket`)}`,
    `--pid-file=${join(folder, `${name}.pid`)}`,
    '--max-connections=300',
    '--innodb-buffer-pool-size=64M',
    '--innodb-log-file-size=32M',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--wsrep-on=ON',
    `--wsrep-provider=${library}`,
    '--wsrep-cluster-name=netbox',
    `--wsrep-node-name=${name}`,
    '--wsrep-node-address=127.0.0.1',
    `--wsrep-cluster-address=${address}`,
    '--wsrep-sst-method=seed',
    '--wsrep-slave-threads=2',
    `--wsrep-provider-options=${[
      `base_port=${ports.group}`,
      `gmcast.listen_addr=tcp://127.0.0.1:${ports.group}`,
      `ist.recv_addr=127.0.0.1:${ports.ist}`,
      'gcache.size=64M',
      provider,
    ].join(';')}`,
  ]
}

/** Creates a node, which is not running yet. */
export const createNode = (options: NodeOptions): GaleraNode => {
  const { name, folder, ports, program } = options
  const log = join(folder, `${name}.err`)
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  process.once('exit', () => child?.kill('SIGKILL'))

  const connect = (database = 'netbox'): Promise<Connection> =>
    createConnection({
      host: '127.0.0.1',
      port: ports.sql,
      user: 'netbox',
      password: 'netbox',
      database,
      connectTimeout: 1000,
    })

  const status = async (): Promise<ReadonlyMap<string, string>> => {
    const connection = await connect('mysql')
    try {
      const [rows] = await connection.query<RowDataPacket[]>({ sql: "show status like 'wsrep%'", timeout: 1000 })
      return new Map(rows.map(({ Variable_name: key, Value: value }) => [String(key), String(value)]))
    } finally {
      connection.destroy()
    }
  }

  const untilSynced = async (): Promise<void> => {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      if (child?.exitCode !== null) break
      if (await status().then(isInStep, () => false)) return
      await wait(100)
    }
    throw new Error(`${name} did not join: ${(await readFile(log, 'utf8')).slice(-3000)}`)
  }

  const start = async (more: readonly string[] = []): Promise<void> => {
    const env = { ...process.env, PATH: `${HERE}${delimiter}${process.env['PATH'] ?? ''}` }
    const server = spawn(program, [...parametersOf(options), `--log-error=${log}`, ...more], { stdio: 'ignore', env })
    child = server
    ended = new Promise((resolve) => server.once('exit', resolve))
    await untilSynced()
  }

  const endBy = async (signal: NodeJS.Signals): Promise<void> => {
    child?.kill(signal)
    await ended
  }

  const recover = async (): Promise<void> => {
    const found = join(folder, `${name}-recovery.err`)
    await promisify(execFile)(program, [...parametersOf(options), `--log-error=${found}`, '--wsrep-recover'])
    const position = RECOVERED.exec(await readFile(found, 'utf8'))?.[1]
    if (position === undefined) throw new Error(`${name} does not know its position`)
    await start([`--wsrep-start-position=${position}`])
  }

  return {
    name,
    port: ports.sql,
    data: join(folder, name),
    temporary: temporaryOf(options),
    start,
    recover,
    kill: () => endBy('SIGKILL'),
    end: () => endBy('SIGTERM'),
    connect,
    status,
  }
}
