import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { CaptchaSolver } from '@netbox/contract'

const derive = promisify(pbkdf2)
/** The maximum work of a challenge: about a minute on one core. */
const MOST_ROUNDS = 1_000_000
const MOST_TRIES = 20_000

/**
 * Solves a challenge as ALTCHA's widget does: finds the number whose PBKDF2 key has the required prefix. Returns undefined for a challenge
 * that requires too much work.
 */
export const solveCaptcha: CaptchaSolver = async (challenge, signal) => {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  if (cost > MOST_ROUNDS || keyLength > 64) return undefined
  const start = Buffer.from(nonce, 'hex')
  for (let counter = 0; counter < MOST_TRIES && cost * counter < MOST_ROUNDS * 64; counter++) {
    signal?.throwIfAborted()
    const password = Buffer.alloc(start.length + 4)
    start.copy(password)
    password.writeUInt32BE(counter, start.length)
    const key = await derive(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256')
    const derivedKey = key.toString('hex')
    if (derivedKey.startsWith(keyPrefix))
      return Buffer.from(JSON.stringify({ challenge, solution: { counter, derivedKey } })).toString('base64')
  }
  return undefined
}
