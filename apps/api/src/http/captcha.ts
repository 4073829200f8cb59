import type { Context } from '../context.ts'
import { insertIgnore } from '../database/dialects.ts'
import { hkdfSync } from 'node:crypto'
import { type CaptchaChallenge, captchaChallenge, type CaptchaPurpose } from '@netbox/contract'
import type { Clock } from '@netbox/core'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'

/** Two secrets: one signs challenges, the other their solutions. */
export interface CaptchaKey {
  readonly hmacSignatureSecret: string
  readonly hmacKeySignatureSecret: string
}

const BYTES = 32

const derive = (key: Uint8Array, use: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', `netbox captcha ${use}`, BYTES)).toString('base64url')

/** Derives the secrets of challenges from existing secrets of the server (HKDF, RFC 5869), so that no other secrets need to be stored. */
export const captchaKeys = (secrets: readonly { readonly key: Uint8Array }[]): readonly CaptchaKey[] =>
  secrets.map(({ key }) => ({
    hmacSignatureSecret: derive(key, 'challenge'),
    hmacKeySignatureSecret: derive(key, 'solution'),
  }))

export interface CaptchaOptions {
  /** The keys, the current one first. Challenges of the others stay valid, so that keys can change while challenges are open. */
  readonly keys: readonly CaptchaKey[]
  readonly clock: Pick<Clock, 'now'>
  /** Stores a nonce until a time; false if any process has already stored it. */
  readonly noteUse: (nonce: string, until: number) => Promise<boolean>
  /** Iterations of each derivation that a solver makes; default 5,000. */
  readonly iterations?: number
}

/** The lifetime of a challenge, in milliseconds. */
export const CAPTCHA_LIFETIME = 600_000
// The extra time for which a used nonce is stored, in milliseconds. The clocks of processes differ, and a row that expires too early would
// accept a challenge again.
const NOTED_BEYOND = 600_000

/*
 * Solvers try the counters in this range, each with 5,000 iterations of PBKDF2: half a second on one core of a server. The key of the right
 * counter is signed, so creating a challenge needs one derivation and checking one needs none.
 */
const ALGORITHM = 'PBKDF2/SHA-256'
const ITERATIONS = 5000
const LEAST_TRIES = 300
const MOST_TRIES = 900

const solved = v.object({
  challenge: captchaChallenge,
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

const read = (captcha: string): v.InferOutput<typeof solved> | undefined => {
  try {
    const { success, output } = v.safeParse(solved, JSON.parse(Buffer.from(captcha, 'base64').toString('utf8')))
    return success ? output : undefined
  } catch {
    return undefined
  }
}

/** Creates captchas. An invalid captcha counts as a missing one. */
export const createCaptcha = ({ keys, clock, noteUse, iterations = ITERATIONS }: CaptchaOptions) => {
  const [current] = keys
  if (current === undefined) throw new TypeError('There is no key to sign challenges with')

  const isOurs = async (given: v.InferOutput<typeof solved>): Promise<boolean> => {
    for (const key of keys) if ((await verifySolution({ ...given, ...key, deriveKey })).verified) return true
    return false
  }

  return {
    challenge: async (purpose: CaptchaPurpose): Promise<CaptchaChallenge> => {
      // The library's own expiry field is not used: the widget compares it with the visitor's clock, and gives up if that clock is wrong.
      const expires = Math.floor((clock.now() + CAPTCHA_LIFETIME) / 1000)
      const counter = randomInt(MOST_TRIES, LEAST_TRIES)
      const work = { algorithm: ALGORITHM, cost: iterations, counter, deriveKey }
      const made = await createChallenge({ ...work, ...current, data: { purpose, expires } })
      return v.parse(captchaChallenge, made)
    },
    /** Returns whether a text is a solved, unexpired and unused challenge for this purpose, and marks it as used. */
    use: async (purpose: CaptchaPurpose, captcha: string | undefined): Promise<boolean> => {
      const given = captcha === undefined ? undefined : read(captcha)
      if (given === undefined) return false
      const { data, nonce } = given.challenge.parameters
      const until = data.expires * 1000
      if (data.purpose !== purpose || until <= clock.now() || !(await isOurs(given))) return false
      return noteUse(nonce, until + NOTED_BEYOND)
    },
  }
}

/** Opens the captchas of the service. All processes share the used ones. */
export const openCaptcha = (
  { config, database, clock }: Pick<Context, 'config' | 'database' | 'clock'>,
  iterations?: number,
) =>
  createCaptcha({
    keys: captchaKeys(config.encryptionKeys),
    clock,
    // Maintenance deletes the row after `until`.
    noteUse: (key, until) =>
      database.transaction((queries) =>
        insertIgnore(queries, database.engine, 'used_captchas', { key, expires_at: until }),
      ),
    ...(iterations === undefined ? {} : { iterations }),
  })
