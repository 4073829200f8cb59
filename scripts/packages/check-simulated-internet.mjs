import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { node, run } from './run.mjs'

const require = createRequire(import.meta.url)
const typescript = require.resolve('typescript/package.json')
const compiler = join(dirname(typescript), require(typescript).bin.tsc)

/** What the package needs from others at run time, and what these need: an installation without a network brings it along. */
const needs = ['smtp-server', 'nodemailer', 'punycode.js']

/** Packs what the package needs from the copies that are installed here. */
export const packNeeds = ({ root, into }) =>
  needs.map((name) => {
    const printed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], {
      cwd: join(root, 'node_modules', name),
      shell: process.platform === 'win32',
    })
    const [{ filename }] = Object.values(JSON.parse(printed))
    return join(into, filename)
  })

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

/** Asks the resolver and a mail host that is down, from an ES module. */
export const checkSimulatedImport = ({ root, write }) => {
  const names = 'import { createResolver, startMailServer } from "@netbox/simulated-internet"'
  write('simulated.mjs', `import net from 'node:net'\n${names}\n${use}`)
  node(['simulated.mjs'], { cwd: root })
}

/** The same from CommonJS. */
export const checkSimulatedRequire = ({ root, write }) => {
  const names = 'const { createResolver, startMailServer } = require("@netbox/simulated-internet")'
  write('simulated.cjs', `const net = require('node:net')\n${names}\n${use}`)
  node(['simulated.cjs'], { cwd: root })
}

const program = `
import type dns from 'node:dns/promises'
import { createResolver, loopbackLookup, type MailServer, startMailServer } from '@netbox/simulated-internet'

export const resolver: dns.Resolver & Pick<typeof dns, 'lookup'> = createResolver({ scenario: 'mx-down@10:00..10:30' })
export const lookup = loopbackLookup(resolver)
export const server: Promise<MailServer> = startMailServer({ domain: 'mail.example' })
export const addresses: Promise<string[]> = resolver.resolve4('mail.example')
// @ts-expect-error a mail host is somebody's
export const nobody = startMailServer({})
`

const options = (home) => ({
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable'],
  module: 'nodenext',
  typeRoots: [join(home, 'node_modules/@types')],
  types: ['node'],
})

/** Compiles a strict project that uses it where it would use node:dns; `home` has the types of Node. */
export const checkSimulatedTypes = ({ root, write }, home) => {
  write('simulated/program.ts', program)
  write('simulated/tsconfig.json', JSON.stringify({ compilerOptions: options(home), files: ['program.ts'] }))
  node([compiler, '-p', 'simulated/tsconfig.json'], { cwd: root })
}
