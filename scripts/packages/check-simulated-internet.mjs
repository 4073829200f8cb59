import { compile, strictOptions } from './compile.mjs'
import { nodes } from './run.mjs'

/** The package's run-time dependencies, including indirect ones, for an installation without a network. */
export const simulatedNeeds = [
  'smtp-server',
  'nodemailer',
  'punycode.js',
  'dns-packet',
  '@leichtgewicht/ip-codec',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@peculiar/utils',
  'asn1js',
  'pvtsutils',
  'pvutils',
  'tslib',
  'yaml',
  '@types/node',
  'undici-types',
]

const use = `
const main = async () => {
  const world = { seed: 'k3f9', scenario: 'healthy,mx-down@10:00..10:30', at: '2026-01-01T10:15:00Z' }
  const [first] = await createResolver(world).resolveMx('mail.example')
  const server = await startMailServer({ domain: 'mail.example', ...world })
  if (server.exchange !== first.exchange) throw new Error('unexpected: ' + server.exchange)
  const socket = net.connect(server.port, server.host)
  const code = await new Promise((resolve) => socket.on('error', (error) => resolve(error.code)).on('connect', resolve))
  if (code !== 'ECONNREFUSED') throw new Error('unexpected: ' + code)
  await server.close()
}
main().catch((error) => { console.error(error); process.exitCode = 1 })
`

/** Queries the resolver and a mail server that is down, from an ES module. */
export const checkSimulatedImport = ({ root, write }) => {
  const names = 'import { createResolver, startMailServer } from "@netbox/simulated-internet"'
  write('simulated.mjs', `import net from 'node:net'\n${names}\n${use}`)
  return nodes(['simulated.mjs'], { cwd: root })
}

/** Does the same as `checkSimulatedImport`, but from CommonJS. */
export const checkSimulatedRequire = ({ root, write }) => {
  const names = 'const { createResolver, startMailServer } = require("@netbox/simulated-internet")'
  write('simulated.cjs', `const net = require('node:net')\n${names}\n${use}`)
  return nodes(['simulated.cjs'], { cwd: root })
}

const program = `
import type dns from 'node:dns/promises'
import { createDnsModule, createResolver, loopbackLookup, type MailServer, startMailServer } from '@netbox/simulated-internet'
import { findObstacle } from '@netbox/simulated-internet/namespace'

export const resolver: dns.Resolver & Pick<typeof dns, 'lookup'> = createResolver({ scenario: 'mx-down@10:00..10:30' })
export const lookup = loopbackLookup(resolver)
export const server: Promise<MailServer> = startMailServer({ domain: 'mail.example' })
export const addresses: Promise<string[]> = resolver.resolve4('mail.example')
// @ts-expect-error a mail server needs a domain
export const nobody = startMailServer({})
// @ts-expect-error without Node's types, this would be any
export const untyped: number = createDnsModule({ scenario: 'healthy' }).promises.resolveMx('mail.example')
// @ts-expect-error the same in the other entry
export const obstacle = findObstacle('beos')
`

/** Compiles projects that use the package instead of node:dns: a strict one, and one with the compiler's defaults, which list no types. */
export const checkSimulatedTypes = (consumer) => {
  const options = { ...strictOptions, module: 'nodenext', lib: ['es2023', 'esnext.disposable'] }
  compile(consumer, 'simulated', program, options)
  compile(consumer, 'simulated-defaults', program, { module: 'nodenext', noEmit: true, skipLibCheck: true })
}
