import { syncBuiltinESMExports } from 'node:module'
import { createDnsModule } from './create-dns-module.ts'
import type { ResolverOptions } from './create-resolver.ts'

/** The way back to the real DNS. */
export interface ReplacedDns {
  /** Puts the real functions back. */
  readonly restore: () => void
  [Symbol.dispose](): void
}

type Members = Record<string, unknown>

const withoutNested = ({ default: _default, promises: _promises, ...members }: Members): Members => members

/** Puts members instead of those of a module, and returns those. */
const exchange = (module: Members, members: Members): Members => {
  const before = Object.fromEntries(Object.keys(members).map((name) => [name, module[name]]))
  Object.assign(module, members)
  return before
}

/**
 * Lets the whole process ask the simulated internet, libraries included: puts the functions of `createDnsModule` instead of
 * those of `node:dns` and `node:dns/promises`. `net.connect`, `http.request` and `fetch` look up names with them, too. It works
 * beside any test runner, for programs that ask the module when they need it; one that took a function out of it before keeps
 * that. Restore it at the end of a test.
 *
 * @example
 * const replaced = replaceNodeDns({ scenario: 'healthy' })
 * const { resolveMx } = process.getBuiltinModule('node:dns/promises')
 * const [first] = await resolveMx('mail.example')
 * first.exchange // => 'mx1.mail.example'
 * replaced.restore()
 */
export const replaceNodeDns = (options: ResolverOptions = {}): ReplacedDns => {
  const simulated: Members = { ...createDnsModule(options) }
  // No import: where a test runner mocks the module, libraries outside of its reach still use this one.
  const real: Members = process.getBuiltinModule('node:dns')
  const before = exchange(real, withoutNested(simulated))
  const promises = real['promises'] as Members
  const promisesBefore = exchange(promises, withoutNested(simulated['promises'] as Members))
  syncBuiltinESMExports()
  const restore = (): void => {
    Object.assign(real, before)
    Object.assign(promises, promisesBefore)
    syncBuiltinESMExports()
  }
  return { restore, [Symbol.dispose]: restore }
}
