import { solveCaptcha } from '../../lib/solve-captcha.ts'
import { checkSolution, makeChallenge } from './captcha-challenge.ts'

/** Makes a challenge, has it solved by this browser and checks the answer. */
export const proveBrowser = async (): Promise<boolean> => {
  const challenge = await makeChallenge()
  const payload = await solveCaptcha(challenge)
  return payload !== undefined && checkSolution(challenge, payload)
}
