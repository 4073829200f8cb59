import { syncBuiltinESMExports } from 'node:module'
import { createDnsModule } from './create-dns-module.ts'
import type { ResolverOptions } from './create-resolver.ts'

/** The handle with which you restore the real functions. */
export interface ReplacedDns {
  /** Restores the real functions. */
  readonly restore: () => void
  [Symbol.dispose](): void
}

type Members = Record<string, unknown>

const withoutNested = ({ default: _default, promises: _promises, ...members }: Members): Members => members

/** A replacement of the functions of both modules, or the real functions. */
interface Layer {
  readonly callbacks: Members
  readonly promises: Members
}

// The active replacements, oldest first, below them the real functions. The newest one is in effect.
const layers: Layer[] = []

const realDns = (): { readonly callbacks: Members; readonly promises: Members } => {
  // This is not an import, because an import would return a test runner's mock of the module. Libraries may still use the real module.
  const callbacks: Members = process.getBuiltinModule('node:dns')
  return { callbacks, promises: callbacks['promises'] as Members }
}

const apply = (layer: Layer): void => {
  const real = realDns()
  Object.assign(real.callbacks, layer.callbacks)
  Object.assign(real.promises, layer.promises)
  syncBuiltinESMExports()
}

/** Returns the present members of a module under the given names. */
const membersNow = (names: Members, module: Members): Members =>
  Object.fromEntries(Object.keys(names).map((name) => [name, module[name]]))

/** Throws an error in Bun and Deno, where functions that were imported by name and connections would still use the real network. */
const requireNode = (): void => {
  const other = ['Bun', 'Deno'].find((name) => name in globalThis)
  if (other === undefined) return
  throw new Error(
    `replaceNodeDns can't replace node:dns in ${other}: connections and functions imported by name would still use the real network. ` +
      'Pass createResolver() to your program, or mock the module with createDnsModule().',
  )
}

/**
 * Connects the whole process, including libraries, to the simulated internet: replaces the functions of `node:dns` and `node:dns/promises`
 * with the functions of `createDnsModule`. `net.connect`, `http.request` and `fetch` use them too. It works with any test runner, but has no effect
 * on code that destructured the module's functions earlier. Call `restore` at the end of a test. Several replacements may be restored in
 * any order; the newest of the others is in effect. Throws an error in Bun and Deno, where the module can't be replaced.
 *
 * @example
 * const replaced = replaceNodeDns({ scenario: 'healthy' })
 * const { resolveMx } = process.getBuiltinModule('node:dns/promises')
 * const [first] = await resolveMx('mail.example')
 * first.exchange // => 'mx1.mail.example'
 * replaced.restore()
 */
export const replaceNodeDns = (options: ResolverOptions = {}): ReplacedDns => {
  requireNode()
  const { promises, ...callbacks }: Members = { ...createDnsModule(options) }
  const layer: Layer = { callbacks: withoutNested(callbacks), promises: withoutNested(promises as Members) }
  if (layers.length === 0) {
    const real = realDns()
    layers.push({
      callbacks: membersNow(layer.callbacks, real.callbacks),
      promises: membersNow(layer.promises, real.promises),
    })
  }
  layers.push(layer)
  apply(layer)
  const restore = (): void => {
    const at = layers.indexOf(layer)
    if (at < 0) return
    layers.splice(at, 1)
    const top = layers.at(-1)
    if (top !== undefined) apply(top)
    if (layers.length === 1) layers.length = 0
  }
  return { restore, [Symbol.dispose]: restore }
}
