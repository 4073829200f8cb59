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
      'After `captcha_required`, send a solved challenge in the field `captcha`. It must have the `purpose` of the endpoint, works once and ' +
      'expires after ten minutes. Challenges have the format of ALTCHA 2, so its widget can use this endpoint. Send the output of the widget as ' +
      '`captcha`: the JSON `{challenge, solution: {counter, derivedKey}}` in base64.',
  }),
] as const
