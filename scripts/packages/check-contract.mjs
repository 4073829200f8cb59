import { compile, strictOptions } from './compile.mjs'
import { nodes } from './run.mjs'

/** The package's run-time dependencies. */
export const contractNeeds = ['valibot', '@valibot/to-json-schema']

const use = `
const main = async () => {
  const login = findEndpoint('auth.login')
  if (login.path !== '/auth/login' || !endpoints.includes(login)) throw new Error('unexpected: ' + login.path)
  const document = openapiDocument({ serverUrl: 'https://netbox.example/api' })
  if (document.paths['/auth/login'].post.operationId !== 'authLogin') throw new Error('unexpected document')
  const client = createClient({ baseUrl: 'https://netbox.example/api', fetch: async () => Response.json({ ip: '192.0.2.1' }) })
  const { ip } = await client.call('ip.get')
  if (ip !== '192.0.2.1') throw new Error('unexpected: ' + ip)
}
main().catch((error) => { console.error(error); process.exitCode = 1 })
`

/** Reads the list of endpoints, creates the OpenAPI document and calls an endpoint with the client, from an ES module. */
export const checkContractImport = ({ root, write }) => {
  const names = `import { createClient, endpoints, findEndpoint } from '@netbox/contract'
import { openapiDocument } from '@netbox/contract/openapi'`
  write('contract.mjs', `${names}\n${use}`)
  return nodes(['contract.mjs'], { cwd: root })
}

/** Does the same as `checkContractImport`, but from CommonJS. */
export const checkContractRequire = ({ root, write }) => {
  const names = `const { createClient, endpoints, findEndpoint } = require('@netbox/contract')
const { openapiDocument } = require('@netbox/contract/openapi')`
  write('contract.cjs', `${names}\n${use}`)
  return nodes(['contract.cjs'], { cwd: root })
}

const program = `
import { type BodyInput, createClient, type ResponseOf } from '@netbox/contract'
import { openapiDocument } from '@netbox/contract/openapi'

const client = createClient({ baseUrl: 'https://netbox.example/api' })
export const body: BodyInput<'auth.login'> = { email: 'ana@mail.example', password: 'correct horse' }
export const answer: Promise<ResponseOf<'ip.get'>> = client.call('ip.get')
export const document = openapiDocument({ serverUrl: 'https://netbox.example/api' })
// @ts-expect-error there is no such endpoint
export const nobody = client.call('auth.lgoin')
`

/** Compiles a strict project that calls the API. Its options include the DOM library, which has the types of the platform's `fetch`. */
export const checkContractTypes = (consumer) =>
  compile(consumer, 'contract', program, { ...strictOptions, module: 'nodenext', lib: ['es2023', 'dom'] })
