/*
 * All access to the platform. Everything here exists in Node and in browsers. Core is compiled without the types of Node or browsers, so
 * this file declares the few globals that it uses.
 */
declare const globalThis: {
  readonly Date: { now(): number }
  readonly Math: { random(): number }
  readonly URL: { canParse(url: string): boolean; new (url: string): { readonly hostname: string } }
  setTimeout(callback: () => void, milliseconds: number): unknown
  clearTimeout(handle: unknown): void
}

/** A clock that can also wait. Tests pass a fake clock, so that no test waits in real time. */
export interface Clock {
  /** Returns the current time, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** Waits for the given number of milliseconds; rejects with the signal's reason as soon as the signal aborts. */
  wait(milliseconds: number, signal?: AbortSignalLike): Promise<void>
}

/** The part of an `AbortSignal` that a run needs. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The clock of the machine, with its timers. */
export const systemClock: Clock = {
  now: () => globalThis.Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const abort = () => {
        globalThis.clearTimeout(handle)
        reject(signal?.reason)
      }
      const handle = globalThis.setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, milliseconds)
      signal?.addEventListener('abort', abort, { once: true })
    }),
}

// The characters of seeds, without 0, 1, i, l, o and u, because people read seeds aloud and type them from a screen.
const SEED_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'

/**
 * Generates a seed of eight characters (about 39 bits). Two seeds are unlikely to be equal, but a seed is no secret.
 *
 * @example
 * freshSeed().length // => 8
 */
export const freshSeed = (): string =>
  // One call with all characters creates a flat string, which is faster to read character by character.
  String.fromCharCode(sign(), sign(), sign(), sign(), sign(), sign(), sign(), sign())

// Not Web Crypto: results show their seed, and loading it takes Node a fifth of its own start.
const sign = (): number => SEED_ALPHABET.charCodeAt(Math.floor(globalThis.Math.random() * SEED_ALPHABET.length))

/**
 * Returns the host of an `http:` authority as the WHATWG URL standard parses it (IDN as punycode, IPv6 in RFC 5952 form), or undefined if
 * there is none.
 */
export const hostOf = (authority: string): string | undefined => {
  const url = `http://${authority}/`
  return globalThis.URL.canParse(url) ? new globalThis.URL(url).hostname : undefined
}
