import * as v from 'valibot'
import { endpoint, FIVE_MINUTES } from '../endpoint.ts'
import { captchaChallenge, captchaPurposes } from '../entities/captcha.ts'
import { choice } from '../entities/fields.ts'
import { activity } from '../entities/activity.ts'
import { mailDelivery, serviceControl, verificationMode } from '../entities/service-control.ts'
import { stats, today } from '../entities/stats.ts'

/** The endpoints about the service and the user's own usage. */
export const systemEndpoints = [
  endpoint({
    id: 'services.list',
    method: 'GET',
    path: '/services',
    access: 'anyone',
    response: v.object({
      services: v.array(serviceControl),
      email_verification: verificationMode,
      mail: mailDelivery,
    }),
    errors: [],
    summary: 'Lists which parts of the service are switched on',
    description:
      '`email_verification` says whether a verification contacts mail servers, is simulated, or is refused; `mail`, whether users get messages.',
  }),
  endpoint({
    id: 'ip.get',
    method: 'GET',
    path: '/ip',
    access: 'anyone',
    response: v.object({ ip: v.string() }),
    errors: [],
    summary: 'Returns your IP address',
  }),
  endpoint({
    id: 'stats.get',
    method: 'GET',
    path: '/stats',
    access: 'bearer',
    scope: 'usage:read',
    response: v.object({ data: stats }),
    errors: [],
    summary: 'Returns your usage statistics',
  }),
  endpoint({
    id: 'stats.today',
    method: 'GET',
    path: '/stats/today',
    access: 'bearer',
    scope: 'usage:read',
    response: v.object({ data: today }),
    errors: [],
    summary: 'Returns the current UTC day: your runs and verifications, and the downtime',
  }),
  endpoint({
    id: 'activity.list',
    method: 'GET',
    path: '/activity',
    access: 'bearer',
    scope: 'tools:read',
    response: v.object({ data: v.object({ items: v.array(activity) }) }),
    errors: [],
    summary: 'Lists your recent activity, newest first',
  }),
] as const

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
