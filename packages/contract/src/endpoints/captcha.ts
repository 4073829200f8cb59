import * as v from 'valibot'
import { endpoint, FIVE_MINUTES } from '../endpoint.ts'
import { captchaChallenge, captchaPurposes } from '../entities/captcha.ts'
import { choice } from '../entities/fields.ts'

/** The endpoint of proof-of-work challenges. */
export const captchaEndpoints = [
  endpoint({
    id: 'captcha.challenge',
    method: 'GET',
    path: '/captcha/challenge',
    access: 'anyone',
    rateLimit: { points: 60, seconds: FIVE_MINUTES },
    query: v.object({ purpose: choice(captchaPurposes) }),
    response: captchaChallenge,
    errors: [],
    summary: 'Returns a challenge to solve for an endpoint that asks for one',
    description:
      'An endpoint that answers `captcha_required` takes a solved challenge of its own `purpose` as `captcha`, once, within ten ' +
      'minutes. Challenges have the format of ALTCHA 2, so its widget can use this endpoint. Send its output as ' +
      '`captcha`: the JSON `{challenge, solution: {counter, derivedKey}}` in base64.',
  }),
] as const
