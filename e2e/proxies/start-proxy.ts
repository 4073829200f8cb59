import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../docs/read-blocks.ts'
import { freePort } from '../free-port.ts'

/** The host name in the sample configurations and the certificate. */
export const HOST = 'netbox.example'

/** A proxy that runs a sample configuration, in which ports, certificate and file paths are replaced. */
export interface Proxy {
  /** The TLS port. */
  readonly port: number
  /** The HTTP port, if the sample has one. */
  readonly plainPort: number
  readonly certificate: Buffer
  stop(): Promise<void>
}

/** Finds a program in the PATH or in the folders that usually only root has in the PATH. */
const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

interface Places {
  readonly folder: string
  readonly service: string
  /** Another process of the service, if there are two. */
  readonly second: string | undefined
  readonly port: number
  readonly plainPort: number
  readonly certificate: string
  readonly key: string
}

const replaced = (text: string, changes: Readonly<Record<string, string>>): string =>
  Object.entries(changes).reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`The sample has no '${from}'`)
    return done.replaceAll(from, to)
  }, text)

const nginx = ({ folder, service, second, port, plainPort, certificate, key }: Places): readonly string[] => {
  const sample = replaced(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'), {
    '127.0.0.1:5000': service,
    ...(second === undefined ? {} : { '# server 127.0.0.1:5001': `server ${second}` }),
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    '  listen [::]:80;\n': '',
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    '  listen [::]:443 ssl http2;\n': '',
    '/etc/letsencrypt/live/netbox.example/fullchain.pem': certificate,
    '/etc/letsencrypt/live/netbox.example/privkey.pem': key,
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  // When root starts nginx, it would switch to a user who can't write to this folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  const around = `${user}daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}\n${sample}}\n`
  writeFileSync(join(folder, 'nginx.conf'), around)
  return ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]
}

const caddy = ({ folder, service, port, plainPort, certificate, key }: Places): readonly string[] => {
  const sample = replaced(readFileSync(join(root, 'deploy/Caddyfile'), 'utf8'), {
    '127.0.0.1:5000': service,
    'netbox.example {': `https://netbox.example:${port}, https://127.0.0.1:${port} {\n\ttls ${certificate} ${key}\n\tbind 127.0.0.1`,
  })
  const around = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tskip_install_trust\n}\n`
  writeFileSync(join(folder, 'Caddyfile'), around + sample)
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
}

/** The proxies with a sample configuration. Each function prepares the configuration and returns the arguments that start the proxy. */
const proxies = { nginx, caddy }

/** The name of a proxy. */
export type ProxyName = keyof typeof proxies

/** Returns whether a proxy is installed, and openssl, which creates its certificate. */
export const isHere = (name: ProxyName): boolean =>
  findProgram(name) !== undefined && findProgram('openssl') !== undefined

const makeCertificate = (folder: string) => {
  const program = findProgram('openssl')
  if (program === undefined) throw new Error('openssl is not installed')
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  const named = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  execFileSync(program, [...asked, ...named, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { certificate, key }
}

const isOpen = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const untilOpen = async (port: number, child: ChildProcess, said: () => string): Promise<void> => {
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`The proxy ended: ${said()}`)
    await wait(20)
  }
}

/** Starts a proxy for a service, whose address replaces `127.0.0.1:5000` in the sample configuration. */
export const startProxy = async (name: ProxyName, service: string, second?: string): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), `netbox-${name}-`))
  const { certificate, key } = makeCertificate(folder)
  const [port, plainPort] = [await freePort(), await freePort()]
  const parameters = proxies[name]({ folder, service, second, port, plainPort, certificate, key })
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(findProgram(name) ?? name, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  await untilOpen(port, child, () => said)
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  return { port, plainPort, certificate: readFileSync(certificate), stop }
}
