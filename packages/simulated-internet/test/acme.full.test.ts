import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findObstacle } from '../src/namespace/index.ts'
import { clients, NAME, unpackClients } from './support/acme-programs.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * Real ACME clients get certificates in a namespace, if NETBOX_JUDGES is `all`: Caddy, acme-client, and clients unpacked from their
 * Debian packages, each from an authority of the world and from pebble. openssl verifies every chain with the bundle of the namespace. certbot
 * runs with the command of docs/acme.md. Otherwise, docs/recipes/renewal.md is the test with Caddy.
 */

const isWhole = process.env['NETBOX_JUDGES'] === 'all'
const program = fileURLToPath(new URL('support/run-in-namespace.ts', import.meta.url))
const run = promisify(execFile)
const TIME = 240_000

const CADDYFILE = `{
  email ana@shop.example
  admin off
  storage file_system {$FOLDER}
}
${NAME} {
  respond "hello"
}
`

/** The directories of the authorities. */
const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory'
const PEBBLE = 'https://localhost:14000/dir'

/** Starts pebble, Debian's test server, as a program of the world: it resolves names there, and asks its hosts. */
const START_PEBBLE = `openssl req -x509 -newkey rsa:2048 -nodes -keyout pebble.key -out pebble.pem -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null
  grep -q /ca-certificates.crt /proc/self/mounts && cat pebble.pem >> /etc/ssl/certs/ca-certificates.crt
  cat pebble.pem >> $SSL_CERT_FILE
  echo '{"pebble":{"listenAddress":"127.0.0.1:14000","managementListenAddress":"127.0.0.1:15000","certificate":"pebble.pem","privateKey":"pebble.key","httpPort":80,"tlsPort":443}}' > pebble.json
  PEBBLE_VA_NOSLEEP=1 PEBBLE_WFE_NONCEREJECT=0 $ROOT/usr/bin/pebble -config pebble.json -dnsserver 192.0.2.53:53 >pebble.log 2>&1 & PEBBLE=$!
  until curl -s ${PEBBLE} >/dev/null; do :; done`
const STOP_PEBBLE = 'curl -s https://localhost:15000/roots/0 >> $SSL_CERT_FILE; kill $PEBBLE'

const VERIFY = `openssl verify -CAfile $SSL_CERT_FILE -untrusted chain.pem chain.pem && openssl x509 -in chain.pem -noout -ext subjectAltName`

describe.skipIf(!isWhole || findObstacle() !== undefined || !hasPrograms(['caddy', 'openssl', 'curl'], 'web'))(
  'ACME clients',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'netbox-acme-'))
    const root = join(folder, 'root')
    beforeAll(() => void unpackClients(folder), TIME)
    afterAll(() => rmSync(folder, { recursive: true }))

    const inWorld = async (script: string): Promise<string> => {
      const servedBy = { 80: ':80', 443: ':443,tls=pass' }
      const world = { seed: 'k3f9', scenario: 'healthy', world: { hosts: { [NAME]: { servedBy } } } }
      const own = mkdtempSync(join(folder, 'client-'))
      const env = { ...process.env, ROOT: root, FOLDER: own, HOME: own }
      const given = [program, JSON.stringify(world), 'bash', '-c', `cd $FOLDER\n${script}`]
      const { stdout, stderr } = await run(process.execPath, given, { env, timeout: TIME })
      return stdout + stderr
    }

    it('such as Caddy serve HTTPS with a certificate that they just got', { timeout: TIME }, async () => {
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, CADDYFILE)
      const script = `caddy run --config ${file} --adapter caddyfile 2>log & SERVER=$!
      for try in $(seq 60); do curl -sS https://${NAME}/ 2>errors && break; sleep 0.25; done; kill $SERVER; cat errors`
      expect(await inWorld(script)).toContain('hello')
    })

    it.each(Object.keys(clients))(
      'such as %s get a chain that openssl verifies, as from pebble',
      { timeout: TIME },
      async (name) => {
        const script = clients[name] ?? ''
        const ours = `export DIRECTORY=${LETS_ENCRYPT}; OPTIONS=; ${script}\n${VERIFY}`
        const theirs = `${START_PEBBLE}\nexport DIRECTORY=${PEBBLE}; OPTIONS="--server ${PEBBLE}"; ${script}\n${STOP_PEBBLE}; ${VERIFY}`
        for (const output of [await inWorld(ours), await inWorld(theirs)])
          expect(output).toMatch(new RegExp(`chain.pem: OK\n[^\n]*Subject Alternative Name:[^\n]*\n *DNS:${NAME}\n`))
      },
    )
  },
)
