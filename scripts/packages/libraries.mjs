import { checkBundle } from './check-bundle.mjs'

// The usual settings of strict projects: Node's module resolution, old and new, without DOM types, and a bundler's with DOM types.
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2023',
  types: [],
}
const nodenext = (...libraries) => ({ ...strict, module: 'nodenext', lib: ['es2023', ...libraries] })
const node16 = (...libraries) => ({ ...nodenext(...libraries), module: 'node16' })
const bundler = { ...strict, module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom'] }
// The compiler's defaults, which list no types.
const defaults = { module: 'nodenext', noEmit: true, skipLibCheck: true }

/**
 * The published libraries, in the order of their dependencies. Each has
 * - the packages of ours and the other packages, direct and indirect, that an installation without a network needs;
 * - a program, which runs as an ES module and as CommonJS, with its output;
 * - a program with types, in which the compiler must find the marked mistakes, and the projects that it compiles in;
 * - more checks, by what they claim.
 */
export const libraries = [
  {
    name: 'core',
    folder: 'packages/core',
    program: `
import { createToolbox } from '@netbox/core'
import * as testing from '@netbox/core/testing'
import * as dns from '@netbox/core/dns'
import * as network from '@netbox/core/network'
import * as web from '@netbox/core/web'
import * as mailReports from '@netbox/core/mail-reports'
import * as findings from '@netbox/core/findings'
import * as known from '@netbox/core/known'

const box = createToolbox({ seed: 'k3f9', at: '2026-01-01T00:00:00Z' })
const { simulated, seed, result } = await box.run('mx-record', 'example.com')
console.log(simulated, seed, result.domain)
for (const entry of [dns, network, web, mailReports, findings, known, testing]) console.log(Object.keys(entry).length > 0)
`,
    prints: 'true k3f9 example.com\ntrue\ntrue\ntrue\ntrue\ntrue\ntrue\ntrue\n',
    types: `
import { createToolbox } from '@netbox/core'

const box = createToolbox({ plan: 'pro', seed: 'k3f9' })
export const exchange = async (): Promise<string | undefined> => {
  const run = await box.run('mx-record', 'example.com')
  return run.simulated ? run.result.records[0]?.exchange : undefined
}
// @ts-expect-error there is no such tool
export const a = box.run('mx-recrod', 'example.com')
// @ts-expect-error the result has no such field
export const b = box.run('mx-record', 'example.com').then((run) => run.result.recordz)
// @ts-expect-error there is no such plan
export const c = createToolbox({ plan: 'platinum' })
`,
    projects: { nodenext: nodenext(), node16: node16(), bundler },
    checks: { 'builds into a page': checkBundle },
  },
  {
    name: 'the product',
    folder: 'packages/product',
    own: ['core'],
    program: `
import { loginFailure, planCard } from '@netbox/product'

console.log(planCard('pro').price.monthly, loginFailure('invalid_credentials').title)
`,
    prints: '9 Login failed\n',
    types: `
import { type Notice, planCard, statusAppearance } from '@netbox/product'

export const notice: Notice = { title: 'Copied', message: statusAppearance('valid').label }
export const price: number = planCard('pro').price.annual
// @ts-expect-error there is no such plan
export const nobody = planCard('gold')
`,
    projects: { nodenext: nodenext() },
  },
  {
    name: 'the contract',
    folder: 'packages/contract',
    own: ['core', 'product'],
    needs: ['valibot', '@valibot/to-json-schema'],
    program: `
import { createClient, endpoints, findEndpoint } from '@netbox/contract'
import { openapiDocument } from '@netbox/contract/openapi'

const login = findEndpoint('auth.login')
console.log(login.path, endpoints.includes(login))
console.log(openapiDocument({ serverUrl: 'https://netbox.example/api' }).paths['/auth/login'].post.operationId)
const client = createClient({ baseUrl: 'https://netbox.example/api', fetch: async () => Response.json({ ip: '192.0.2.1' }) })
console.log((await client.call('ip.get')).ip)
`,
    prints: '/auth/login true\nauthLogin\n192.0.2.1\n',
    types: `
import { type BodyInput, createClient, type ResponseOf } from '@netbox/contract'
import { openapiDocument } from '@netbox/contract/openapi'

const client = createClient({ baseUrl: 'https://netbox.example/api' })
export const body: BodyInput<'auth.login'> = { email: 'ana@mail.example', password: 'correct horse' }
export const answer: Promise<ResponseOf<'ip.get'>> = client.call('ip.get')
export const document = openapiDocument({ serverUrl: 'https://netbox.example/api' })
// @ts-expect-error there is no such endpoint
export const nobody = client.call('auth.lgoin')
`,
    // The DOM library has the types of the platform's fetch.
    projects: { nodenext: nodenext('dom') },
  },
  {
    name: 'the email verifier',
    folder: 'packages/email-verifier',
    own: ['core', 'product'],
    needs: ['disposable-email-domains-js', '@types/node', 'undici-types'],
    program: `
import { createVerifier, isRoleAccount, parseAddress, simulatedVerifier } from '@netbox/email-verifier'

console.log((await simulatedVerifier().verify('ana@mail.example')).email, isRoleAccount('postmaster'))
console.log(parseAddress('ana@bücher.example').domain, typeof createVerifier)
`,
    prints: 'ana@mail.example true\nxn--bcher-kva.example function\n',
    types: `
import { createVerifier, simulatedVerifier, type VerificationResult } from '@netbox/email-verifier'

export const real = createVerifier({ helo: 'verify.mail.example', mailFrom: 'verify@mail.example' })
export const result: Promise<VerificationResult> = simulatedVerifier().verify('ana@mail.example')
// @ts-expect-error a verifier has a name to introduce itself with
export const nobody = createVerifier({})
`,
    projects: { nodenext: nodenext('esnext.disposable') },
  },
  {
    name: 'the simulated internet',
    folder: 'packages/simulated-internet',
    own: ['core'],
    needs: [
      'nodemailer',
      'dns-packet',
      '@leichtgewicht/ip-codec',
      '@peculiar/asn1-schema',
      '@peculiar/asn1-x509',
      '@peculiar/utils',
      'asn1js',
      'pvtsutils',
      'pvutils',
      'tslib',
      'jose',
      'yaml',
      '@types/node',
      'undici-types',
    ],
    // A mail server that is down.
    program: `
import { connect } from 'node:net'
import { createResolver, startMailServer } from '@netbox/simulated-internet'

const world = { seed: 'k3f9', scenario: 'healthy,mx-down@10:00..10:30', at: '2026-01-01T10:15:00Z' }
const [first] = await createResolver(world).resolveMx('mail.example')
const server = await startMailServer({ domain: 'mail.example', ...world })
console.log(server.exchange === first.exchange)
const socket = connect(server.port, server.host)
console.log(await new Promise((resolve) => socket.on('error', (error) => resolve(error.code)).on('connect', resolve)))
await server.close()
`,
    prints: 'true\nECONNREFUSED\n',
    types: `
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
`,
    projects: { nodenext: nodenext('esnext.disposable'), defaults },
  },
]
