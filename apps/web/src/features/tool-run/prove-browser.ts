import { solveCaptcha } from '../../lib/solve-captcha.ts'
import { checkSolution, makeChallenge } from './captcha-challenge.ts'

/** Makes a challenge, lets this browser solve it and checks the answer. */
export const proveBrowser = async (): Promise<boolean> => {
  const challenge = await makeChallenge()
  const payload = await solveCaptcha(challenge)
  return payload !== undefined && checkSolution(challenge, payload)
}
