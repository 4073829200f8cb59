import type * as real from 'node:dns'
import { QUESTIONS } from './callbacks.ts'
import type { SimulatedResolver } from './create-resolver.ts'
import { requireInteger } from './dns-error.ts'

const METHODS = [...QUESTIONS, 'cancel', 'getServers', 'setServers', 'setLocalAddress'] as const

type Method = (...given: unknown[]) => unknown

/**
 * Creates a `Resolver` class of `node:dns` or `node:dns/promises`. Its methods are on its prototype, so that programs can extend the class
 * and tests can replace a method. Each resolver has its own servers and pending queries.
 */
export const createResolverClass = (
  create: (tries: number | undefined) => SimulatedResolver,
  questions: (resolver: SimulatedResolver) => Pick<SimulatedResolver | typeof real, (typeof QUESTIONS)[number]>,
): new (options?: real.ResolverOptions) => object => {
  const states = new WeakMap<object, Readonly<Record<string, unknown>>>()
  const Resolver = function (this: object, options?: real.ResolverOptions | null) {
    if (new.target === undefined) throw new TypeError("Class constructor Resolver cannot be invoked without 'new'")
    const { timeout, tries } = { ...options }
    if (timeout !== undefined) requireInteger(timeout, 'options.timeout', -1)
    const resolver = create(tries === undefined ? undefined : requireInteger(tries, 'options.tries', 1))
    states.set(this, { ...resolver, ...questions(resolver) })
  }
  for (const name of METHODS) {
    const value = function (this: object, ...given: unknown[]): unknown {
      const state = states.get(this)
      if (state === undefined) throw new TypeError(`${name} was called without its Resolver.`)
      return (state[name] as Method)(...given)
    }
    Object.defineProperty(value, 'name', { value: name })
    Object.defineProperty(Resolver.prototype, name, { value, enumerable: true, writable: true, configurable: true })
  }
  // The cast is safe: callers use the function with `new`, or extend it.
  return Resolver as unknown as new (options?: real.ResolverOptions) => object
}
