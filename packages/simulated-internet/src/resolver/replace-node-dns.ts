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

/** Replaces members of a module and returns the previous ones. */
const exchange = (module: Members, members: Members): Members => {
  const before = Object.fromEntries(Object.keys(members).map((name) => [name, module[name]]))
  Object.assign(module, members)
  return before
}

/**
 * Connects the whole process, including libraries, to the simulated internet: replaces the functions of `node:dns` and `node:dns/promises`
 * with those of `createDnsModule`. `net.connect`, `http.request` and `fetch` use them too. It works with any test runner, but has no effect
 * on code that destructured the module's functions earlier. Call `restore` at the end of a test.
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
  // This is not an import, because an import would return a test runner's mock of the module. Libraries may still use the real module.
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
