import type { ChallengeParameters, Solution } from 'altcha/types'
import { solveCaptcha } from '../../lib/session/solve-captcha.ts'

/** The key derivation function of a challenge. */
const CAPTCHA_ALGORITHM = 'PBKDF2/SHA-256'

// The work takes about half a second on one core: 200 keys on average, with 2,000 rounds each.
const ROUNDS = 2000
const FEWEST = 120
const SPREAD = 160
const KEY_BYTES = 32
const PREFIX_BYTES = 16

/** A challenge for a browser: to find the number whose key starts with a given prefix. */
export interface CaptchaChallenge {
  readonly parameters: ChallengeParameters
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16))

const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)))

const randomCounter = (): number => FEWEST + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % SPREAD)

interface KeyOf {
  readonly nonce: string
  readonly salt: string
  readonly cost: number
}

/** Provides the cryptography that browsers lack outside of secure contexts. */
const haveCryptography = async (): Promise<void> => {
  if (!globalThis.isSecureContext) (await import('../../lib/session/plain-subtle.ts')).providePlainSubtle()
}

const keyFor = async ({ nonce, salt, cost }: KeyOf, counter: number): Promise<string> => {
  await haveCryptography()
  const start = fromHex(nonce)
  const password = new Uint8Array(start.length + 4)
  password.set(start)
  new DataView(password.buffer).setUint32(start.length, counter)
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: fromHex(salt), iterations: cost }
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(derivation, key, KEY_BYTES * 8)))
}

/** Makes a challenge in the browser, without a server (spec §7). */
export const makeChallenge = async (rounds = ROUNDS): Promise<CaptchaChallenge> => {
  const base = { nonce: randomHex(16), salt: randomHex(16), cost: rounds }
  const key = await keyFor(base, randomCounter())
  return {
    parameters: {
      ...base,
      algorithm: CAPTCHA_ALGORITHM,
      keyLength: KEY_BYTES,
      keyPrefix: key.slice(0, PREFIX_BYTES * 2),
    },
  }
}

const readPayload = (payload: string): { nonce: unknown; solution: Partial<Solution> } | undefined => {
  try {
    // The cast assumes a payload of the widget; any other value fails the check of the solution.
    const { challenge, solution } = JSON.parse(atob(payload)) as {
      challenge: CaptchaChallenge
      solution: Partial<Solution>
    }
    return { nonce: challenge.parameters.nonce, solution }
  } catch {
    return undefined
  }
}

/** Checks the widget's solution of this challenge. */
export const checkSolution = async ({ parameters }: CaptchaChallenge, payload: string): Promise<boolean> => {
  const answer = readPayload(payload)
  const counter = answer?.solution.counter
  if (answer?.nonce !== parameters.nonce || typeof counter !== 'number') return false
  return (await keyFor(parameters, counter)).startsWith(parameters.keyPrefix)
}

/** Makes a challenge, lets this browser solve it and checks the answer. */
export const proveBrowser = async (): Promise<boolean> => {
  const challenge = await makeChallenge()
  const payload = await solveCaptcha(challenge)
  return payload !== undefined && checkSolution(challenge, payload)
}
