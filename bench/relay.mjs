// Measures requests through the relay to a server of the program against nginx with TLS before the same server: `node bench/relay.mjs`.
// One keep-alive client with many connections asks both in turns. The result is the median ratio of their requests per second.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './statistics.mjs'

const CONNECTIONS = 32
const SECONDS = 3
const ROUNDS = 5
const NAME = 'api.stripe.com'

const script = fileURLToPath(import.meta.url)
const [role, given] = process.argv.slice(2)

/** Starts this script as another process, and returns what it prints first. */
const startRole = async (name, argument = '') => {
  const child = spawn(process.execPath, [script, name, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = await once(child.stdout, 'data')
  return { child, said: String(first).trim() }
}

/** Returns the requests per second of a server. */
const rateOf = async (port) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, rejectUnauthorized: false, servername: NAME })
  const options = { host: '127.0.0.1', port, path: '/v1/charges', headers: { host: NAME }, agent }
  const end = performance.now() + SECONDS * 1000
  let count = 0
  const ask = async () => {
    while (performance.now() < end) {
      const [answer] = await once(request(options).end(), 'response')
      answer.resume()
      await once(answer, 'end')
      count++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask))
  agent.destroy()
  return count / SECONDS
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
  const text = `pid ${folder}/pid; error_log stderr; worker_processes 1; daemon off; events {}
http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
upstream own { server 127.0.0.1:${upstream}; keepalive ${CONNECTIONS}; }
server { listen 127.0.0.1:${port} ssl; keepalive_requests 1000000; ssl_certificate ${cert}; ssl_certificate_key ${key};
location / { proxy_pass http://own; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; } } }`
  writeFileSync(join(folder, 'nginx.conf'), text)
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'ignore'] })
  while ((await rateOf(port).catch(() => 0)) === 0) await once(child, 'spawn').catch(() => undefined)
  return { child, port }
}

if (role === 'server') {
  const server = createServer((_, response) => response.end('{"id":"ch_1","object":"charge"}')).listen(0, '127.0.0.1')
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
  const ratios = []
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, theirs] = [await rateOf(Number(relay.said)), await rateOf(nginx.port)]
    ratios.push(ours / theirs)
    console.log(`relay ${Math.round(ours)}/s, nginx ${Math.round(theirs)}/s, ratio ${(ours / theirs).toFixed(2)}`)
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}; goal 0.5`)
  for (const { child } of [nginx, relay, server]) child.kill()
  rmSync(folder, { recursive: true, force: true })
}
