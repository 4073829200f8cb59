import { describe, expect, it, vi } from 'vitest'
import { type CaptchaChallenge, checkSolution, makeChallenge } from './captcha-challenge.ts'

// The file of the worker runs only in a worker.
vi.mock('altcha/workers/pbkdf2?worker', () => ({ default: vi.fn<() => Worker>() }))

const payloadOf = (challenge: CaptchaChallenge, counter: number): string =>
  btoa(JSON.stringify({ challenge, solution: { counter, derivedKey: '' } }))

const solve = async (challenge: CaptchaChallenge): Promise<number> => {
  for (let counter = 0; counter < 1000; counter++)
    if (await checkSolution(challenge, payloadOf(challenge, counter))) return counter
  return -1
}

describe('the challenge of the security check', () => {
  it('is solved by one of the first few hundred numbers, and by no other nearby', async () => {
    const challenge = await makeChallenge(1)
    const counter = await solve(challenge)
    expect(counter).toBeGreaterThanOrEqual(120)
    expect(counter).toBeLessThan(280)
    expect(await checkSolution(challenge, payloadOf(challenge, counter + 1))).toBe(false)
  })

  it('is not solved by the solution of another one', async () => {
    const [challenge, other] = [await makeChallenge(1), await makeChallenge(1)]
    const counter = await solve(other)
    expect(await checkSolution(challenge, payloadOf(other, counter))).toBe(false)
  })

  it.each(['', 'no base64 %', btoa('null'), btoa('{}'), btoa('{"challenge":{"parameters":{}},"solution":{}}')])(
    'does not accept %j as a solution',
    async (payload) => {
      expect(await checkSolution(await makeChallenge(1), payload)).toBe(false)
    },
  )
})
