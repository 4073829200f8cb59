import type { InternetWorld } from '@netbox/simulated-internet'
import { type NamespaceCommand, runInNamespace } from '@netbox/simulated-internet/namespace'

/*
 * Runs a command in a namespace, for tests: `node run-in-namespace.ts '{"seed":"k3f9"}' [--latency | --log FILE] COMMAND …`
 */
const [world = '{}', ...rest] = process.argv.slice(2)
const latency = rest[0] === '--latency'
const [log, [command = '', ...given]] =
  rest[0] === '--log' ? [rest[1], rest.slice(2)] : [undefined, rest.slice(latency ? 1 : 0)]
try {
  const { hostPorts, globalAddresses, ...parsed } = JSON.parse(world) as InternetWorld &
    Pick<NamespaceCommand, 'hostPorts' | 'globalAddresses'>
  const options = { log, latency, hostPorts, globalAddresses }
  process.exitCode = await runInNamespace({ command, arguments: given, world: parsed, ...options })
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
