import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts } from '../support/free-ports.ts'
import { findMariadb } from '../support/mariadb.ts'
import { createNode, type GaleraNode } from './node.ts'

/** The nodes of one cluster on this machine, in a temporary folder. */
export interface Cluster {
  readonly nodes: readonly GaleraNode[]
  stop(): Promise<void>
}

const PROVIDERS = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
]

/** Returns the path of Galera's library, if it is installed. */
export const findProvider = (): string | undefined => PROVIDERS.find((path) => existsSync(path))

const NODES = 3
const DATABASES = 'create database netbox character set utf8mb4;\ncreate database probe;\n'
const TABLES =
  'create table probe.lag (id int primary key, value int not null) engine=innodb;\ninsert into probe.lag values (1, 0);\n'
const USER = 'create user netbox@`%` identified by "netbox";\ngrant all on *.* to netbox@`%`;\n'

const install = async (program: string, folder: string, temporary: string): Promise<void> => {
  const where = [`--datadir=${folder}`, `--tmpdir=${temporary}`, `--user=${userInfo().username}`]
  const how = ['--innodb-use-native-aio=0', '--innodb-log-file-size=32M', '--auth-root-authentication-method=normal']
  await promisify(execFile)(program, ['--no-defaults', ...where, ...how, '--skip-test-db'])
}

/**
 * Starts three nodes. They start as copies of one data folder, so that a node never needs all data of another one: it gets missed writes
 * from the cache of a donor. `provider` has options for Galera, `a=b;c=d`.
 */
export const startCluster = async (provider: string): Promise<Cluster> => {
  const programs = findMariadb()
  const library = findProvider()
  if (programs === undefined || library === undefined) throw new Error('mariadbd or Galera is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'netbox-galera-'))
  const ports = await freePorts(NODES * 3)
  const portsOf = (index: number) => ({
    sql: ports[index * 3] ?? 0,
    group: ports[index * 3 + 1] ?? 0,
    ist: ports[index * 3 + 2] ?? 0,
  })
  const address = `gcomm://${Array.from({ length: NODES }, (_, index) => `127.0.0.1:${portsOf(index).group}`).join()}`
  const nodes = Array.from({ length: NODES }, (_, index) =>
    createNode({
      name: `node${index + 1}`,
      folder,
      ports: portsOf(index),
      address,
      program: programs.server,
      library,
      provider,
    }),
  )
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  // Runs after the nodes' own exit handlers, which kill the nodes.
  process.once('exit', removeFolder)
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()))
    removeFolder()
  }
  try {
    const [first, ...others] = nodes
    if (first === undefined) throw new Error('There is no node')
    for (const { temporary } of nodes) await mkdir(temporary)
    await install(programs.install, first.data, first.temporary)
    const init = join(folder, 'init.sql')
    await writeFile(init, DATABASES + TABLES + USER)
    // The first node runs alone once, so that all nodes start from its final position.
    await first.start(['--wsrep-new-cluster', `--init-file=${init}`])
    await first.end()
    for (const { data } of others)
      await cp(first.data, data, { recursive: true, filter: (path) => !path.endsWith('galera.cache') })
    await first.start(['--wsrep-new-cluster'])
    for (const node of others) await node.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { nodes, stop }
}
