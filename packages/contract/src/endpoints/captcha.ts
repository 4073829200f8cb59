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
    summary: 'Returns a challenge to solve for an endpoint that requires one',
    description:
      'After `captcha_required`, an endpoint accepts a solved challenge with its `purpose` in the field `captcha`, once and within ten ' +
      'minutes. Challenges have the format of ALTCHA 2, so its widget can use this endpoint. Send its output as ' +
      '`captcha`: the JSON `{challenge, solution: {counter, derivedKey}}` in base64.',
  }),
] as const
