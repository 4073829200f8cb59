import type { CaptchaChallenge } from '@netbox/contract'
import { type Solution, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Encodes a challenge and its solution as ALTCHA's widget does. */
export const captchaOf = (challenge: unknown, solution: unknown): string =>
  btoa(JSON.stringify({ challenge, solution }))

/** Solves a challenge by computation. */
export const solutionOf = async (challenge: CaptchaChallenge): Promise<Solution> => {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('Solving the challenge took too long.')
  return solution
}

/** Solves a challenge as a client does. */
export const solveCaptcha = async (challenge: CaptchaChallenge): Promise<string> =>
  captchaOf(challenge, await solutionOf(challenge))
