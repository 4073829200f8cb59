import { runInNamespace } from '../../dist/namespace/index.js'

/*
 * Runs a command in a namespace, for tests: node run-in-namespace.mjs '{"seed":"k3f9"}' [--log FILE] COMMAND …
 */
const [world, ...rest] = process.argv.slice(2)
const [log, [command, ...given]] = rest[0] === '--log' ? [rest[1], rest.slice(2)] : [undefined, rest]
process.exitCode = await runInNamespace({ command, arguments: given, world: JSON.parse(world), log }).catch((error) => {
  console.error(error.message)
  return 1
})
