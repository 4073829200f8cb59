/*
 * The one place where core touches its surroundings. Everything here exists in Node and in browsers;
 * core is compiled without the types of either, so the few names it uses are declared in this file.
 */
declare const globalThis: {
  readonly Date: { now(): number }
  readonly crypto: { getRandomValues<T extends Uint8Array>(array: T): T }
  readonly URL: { canParse(url: string): boolean; new (url: string): { readonly hostname: string } }
  setTimeout(callback: () => void, milliseconds: number): unknown
  clearTimeout(handle: unknown): void
}

/** Tells the time and waits. Tests give a fake one, so that no test takes real time. */
export interface Clock {
  /** Returns the present, in milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** Waits for some milliseconds; rejects with the signal's reason as soon as it is aborted. */
  wait(milliseconds: number, signal?: AbortSignalLike): Promise<void>
}

/** The part of an `AbortSignal` that a run needs. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The clock of the machine. */
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

// Without 0, 1, i, l, o and u: a seed is read aloud and typed off a screen.
const SEED_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'
const SEED_LENGTH = 8

// The generator fills many seeds' worth of bytes at a time: each call of it costs as much as a whole run.
const pool = { bytes: new Uint8Array(512 * SEED_LENGTH), next: 512 * SEED_LENGTH }

/** Draws a fresh seed of eight characters (about 39 bits) from the platform's secure generator. */
export const freshSeed = (): string => {
  if (pool.next === pool.bytes.length) {
    globalThis.crypto.getRandomValues(pool.bytes)
    pool.next = 0
  }
  // One call, so that the seed is one piece of text: it is read character by character right after.
  return String.fromCharCode(sign(), sign(), sign(), sign(), sign(), sign(), sign(), sign())
}

const sign = (): number => SEED_ALPHABET.charCodeAt((pool.bytes[pool.next++] ?? 0) % SEED_ALPHABET.length)

/**
 * Returns the host of an `http:` authority as the WHATWG URL standard reads it (IDN as punycode, IPv6 in
 * RFC 5952 form), or undefined if there is none.
 */
export const hostOf = (authority: string): string | undefined => {
  const url = `http://${authority}/`
  return globalThis.URL.canParse(url) ? new globalThis.URL(url).hostname : undefined
}
