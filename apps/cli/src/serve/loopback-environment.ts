import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Control, Internet, InternetWorld } from '@netbox/simulated-internet'
import { type TrustBundle, writeTrustBundle, writeWorldVariables } from '@netbox/simulated-internet/namespace'
import type { Environment } from '../environment.ts'

/** Writes the settings of wget: the user's own, and the certificates, because wget reads no variable for them. Returns the path. */
const writeWgetSettings = (inherited: NodeJS.ProcessEnv, { path, folder }: TrustBundle): string => {
  const own = inherited['WGETRC'] ?? join(homedir(), '.wgetrc')
  const settings = join(folder, 'wgetrc')
  // The user's settings may contain a password.
  writeFileSync(settings, `${existsSync(own) ? readFileSync(own, 'utf8') : ''}\nca_certificate = ${path}\n`, {
    mode: 0o600,
  })
  return settings
}

// NODE_USE_ENV_PROXY is for the agents that Node itself makes. Most SDKs make their own, without a proxy.
const NODE_AGENTS = `
const proxied = (Agent) => {
  const own = new Proxy(Agent, {
    construct: (_, [options], maker) =>
      Reflect.construct(Agent, [maker === own ? { proxyEnv: process.env, ...options } : options], maker),
  })
  return own
}
for (const module of [require('node:http'), require('node:https')]) module.Agent = proxied(module.Agent)
require('node:module').syncBuiltinESMExports()
`

/** Writes a program that Node runs first, so that the agents of SDKs use the proxy. Returns NODE_OPTIONS, with the user's own options. */
const writeNodeAgents = (inherited: NodeJS.ProcessEnv, { folder }: TrustBundle): string => {
  const program = join(folder, 'agents.cjs')
  writeFileSync(program, NODE_AGENTS)
  return `${inherited['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(program)}`.trim()
}

/**
 * Returns the variables with which programs use the proxy: curl, Python, Go and Node read them, and Java reads its own. They need no resolver
 * then. Programs of this machine, such as the control API, are reached directly.
 */
const proxyVariables = ({ endpoints }: Internet, { javaStore }: TrustBundle): Record<string, string> => {
  const { host = '', port = 0 } = endpoints.find(({ protocol }) => protocol === 'proxy') ?? {}
  const [http, socks, direct] = [`http://${host}:${port}`, `socks5h://${host}:${port}`, 'localhost,127.0.0.1']
  const java = ['http', 'https'].map((scheme) => `-D${scheme}.proxyHost=${host} -D${scheme}.proxyPort=${port}`)
  return {
    ALL_PROXY: socks,
    all_proxy: socks,
    HTTP_PROXY: http,
    http_proxy: http,
    HTTPS_PROXY: http,
    https_proxy: http,
    NO_PROXY: direct,
    no_proxy: direct,
    NODE_USE_ENV_PROXY: '1',
    JAVA_TOOL_OPTIONS: [...java, `-Djavax.net.ssl.trustStore=${javaStore}`].join(' '),
  }
}

/**
 * Returns the variable that gives tools inside the command their plan: the chosen one, or enterprise, so that the limits of a visitor end no
 * test suite. A signed-in user has the plan of the account.
 */
export const planVariable = ({ chosenPlan }: Environment) => ({ NETBOX_PLAN: chosenPlan() ?? 'enterprise' })

/**
 * Returns the environment of a command in the network of this machine, which says where the servers are. Writes files for it; `remove` removes
 * them.
 */
export const loopbackEnvironment = (
  { world, internet, control }: { world: InternetWorld; internet: Internet; control: Control },
  environment: Environment,
): { readonly variables: NodeJS.ProcessEnv; readonly folder: string; readonly remove: () => void } => {
  const bundle = writeTrustBundle(internet.authority.pem)
  const servers = internet.endpoints.map<[string, string]>(({ protocol, host, port }) => [
    `NETBOX_${protocol.toUpperCase()}`,
    `${host}:${port}`,
  ])
  const variables = {
    ...environment.inherited,
    ...bundle.variables,
    // If a protocol has two servers, such as ports 587 and 2525, the variable has the first one.
    ...Object.fromEntries<string>(servers.toReversed()),
    ...control.variables,
    ...proxyVariables(internet, bundle),
    NODE_OPTIONS: writeNodeAgents(environment.inherited, bundle),
    WGETRC: writeWgetSettings(environment.inherited, bundle),
    ...writeWorldVariables(internet, world, bundle.folder),
    ...planVariable(environment),
  }
  return { variables, folder: bundle.folder, remove: bundle.remove }
}
