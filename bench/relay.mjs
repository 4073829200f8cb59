// Measures requests through the relay to a server of the program against nginx with TLS before the same server: `node bench/relay.mjs`.
// One keep-alive client with many connections asks both in turns. The result is the median ratio of their requests per second.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { median } from './statistics.mjs'

const CONNECTIONS = 32
const SECONDS = 1
const ROUNDS = 15
const NAME = 'api.stripe.com'
const BODY = '{"id":"ch_1","object":"charge"}'

const script = fileURLToPath(import.meta.url)
const [role, given] = process.argv.slice(2)

/** Starts this script as another process, and returns what it prints first. */
const startRole = async (name, argument = '') => {
  const child = spawn(process.execPath, [script, name, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = await once(child.stdout, 'data')
  return { child, said: String(first).trim() }
}

/** Creates a client that measures the requests per second of a server. Its connections stay open between measurements. */
const createClient = (port) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, rejectUnauthorized: false, servername: NAME })
  const options = { host: '127.0.0.1', port, path: '/v1/charges', headers: { host: NAME }, agent }
  const measure = async () => {
    const end = performance.now() + SECONDS * 1000
    let count = 0
    const ask = async () => {
      do {
        const [answer] = await once(request(options).end(), 'response')
        if ((await text(answer)) !== BODY) throw new Error(`Port ${port} does not lead to the server.`)
        count++
      } while (performance.now() < end)
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, ask))
    return count / SECONDS
  }
  return { measure, close: () => agent.destroy() }
}

/** Starts nginx with TLS before the server. Returns its port. */
const startNginx = async (folder, upstream) => {
  const [key, cert, port] = [join(folder, 'key.pem'), join(folder, 'cert.pem'), upstream + 1]
  const subject = ['-subj', `/CN=${NAME}`, '-keyout', key, '-out', cert]
  spawnSync('/usr/bin/openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    ...subject,
  ])
  const settings = `pid ${folder}/pid; error_log stderr; worker_processes 1; daemon off; events {}
http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
upstream own { server 127.0.0.1:${upstream}; keepalive ${CONNECTIONS}; }
server { listen 127.0.0.1:${port} ssl; keepalive_requests 1000000; ssl_certificate ${cert}; ssl_certificate_key ${key};
location / { proxy_pass http://own; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; } } }`
  writeFileSync(join(folder, 'nginx.conf'), settings)
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'ignore'] })
  while (
    (await createClient(port)
      .measure()
      .catch(() => 0)) === 0
  )
    await once(child, 'spawn').catch(() => undefined)
  return { child, port }
}

if (role === 'server') {
  const server = createServer((_, response) => response.end(BODY)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  console.log(server.address().port)
} else if (role === 'relay') {
  const { startInternet } = await import('@netbox/simulated-internet')
  const { endpoints } = await startInternet({ seed: 'k3f9', scenario: 'healthy', maps: [`${NAME}=:${given}`] })
  console.log(endpoints.find(({ protocol }) => protocol === 'https').port)
} else {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  const server = await startRole('server')
  const relay = await startRole('relay', server.said)
  const nginx = await startNginx(folder, Number(server.said))
  const [ours, theirs] = [createClient(Number(relay.said)), createClient(nginx.port)]
  // The first round opens the connections.
  for (const client of [ours, theirs]) await client.measure()
  const ratios = []
  for (let round = 0; round < ROUNDS; round++) {
    const [rate, baseline] = [await ours.measure(), await theirs.measure()]
    ratios.push(rate / baseline)
    console.log(`relay ${Math.round(rate)}/s, nginx ${Math.round(baseline)}/s, ratio ${(rate / baseline).toFixed(2)}`)
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}; goal 0.5`)
  for (const client of [ours, theirs]) client.close()
  for (const { child } of [nginx, relay, server]) child.kill()
  rmSync(folder, { recursive: true, force: true })
}
