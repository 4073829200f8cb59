import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A real third-party mail server with its own mailboxes on loopback, deleted afterwards. */
export interface Exim {
  readonly port: number
  /** Returns the log: every refused recipient, and any accepted message. */
  log(): Promise<string>
  stop(): Promise<void>
}

/** The domains of the server. */
export const eximDomains = {
  /** A server with mailboxes for `ana` and `bob`, which refuses other names. */
  real: 'real.example',
  /** A server that accepts any name. */
  catchAll: 'catchall.example',
  /** A server with the same mailboxes, which greylists the first check of each. */
  grey: 'grey.example',
} as const

/** Returns the path of the program, if it is installed (Debian: exim4-daemon-light). */
export const findExim = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .flatMap((folder) => [join(folder, 'exim4'), join(folder, 'exim')])
    .find((path) => existsSync(path))

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })

const configuration = (folder: string, port: number): string => `
primary_hostname = mx.real.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/exim.pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
keep_environment =
tls_advertise_hosts = *
host_lookup =
acl_smtp_rcpt = recipient
domainlist ours = ${Object.values(eximDomains).join(' : ')}

begin acl
recipient:
  deny   !domains = +ours
         message = 550 5.7.1 Relay not permitted
  deny   message = 550 5.1.1 The mailbox does not exist
         !verify = recipient
  accept !domains = ${eximDomains.grey}
  accept ratelimit = 1.5 / 1h / strict / per_cmd / $sender_host_address/$local_part
  defer  message = 451 4.7.1 Greylisted, please try again in 300 seconds

begin routers
everything:
  driver = accept
  domains = ${eximDomains.catchAll}
  transport = mailbox
users:
  driver = accept
  domains = ${eximDomains.real} : ${eximDomains.grey}
  local_parts = ana : bob
  transport = mailbox

begin transports
mailbox:
  driver = appendfile
  file = ${folder}/mail/$local_part
  user = nobody
`

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const untilReady = async (child: ChildProcess, port: number, said: () => string): Promise<void> => {
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`exim ended: ${said()}`)
    await wait(50)
  }
}

/** Starts a server. It drops root privileges, if it has them. */
export const startExim = async (program: string): Promise<Exim> => {
  const folder = await mkdtemp(join(tmpdir(), 'netbox-exim-'))
  const port = await freePort()
  for (const name of ['', 'spool', 'log', 'mail']) {
    if (name !== '') await mkdir(join(folder, name))
    // The server runs as its own user.
    await chmod(join(folder, name), 0o777)
  }
  const file = join(folder, 'exim.conf')
  await writeFile(file, configuration(folder, port))
  let said = ''
  const child = spawn(program, ['-C', file, '-bdf'], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  await untilReady(child, port, () => said)
  return {
    port,
    log: () => readFile(join(folder, 'log', 'main'), 'utf8'),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
