import * as v from 'valibot'
import { endpoint, FIVE_MINUTES, HOUR } from '../endpoint.ts'
import { accepted, done } from '../entities/page.ts'
import { address, fields, line, newPassword, secret, solvedCaptcha } from '../entities/fields.ts'
import { keySet, confirmationRequired, confirmed, signedIn } from '../entities/session.ts'
import { user } from '../entities/user.ts'

// The link in a message has a token that identifies its owner; a typed code needs the address.
const proof = { token: line(512) }
const code = { email: address(), code: line(64) }

/** The endpoints of accounts and sessions. */
export const authEndpoints = [
  endpoint({
    id: 'auth.register',
    method: 'POST',
    path: '/auth/register',
    access: 'anyone',
    rateLimit: { points: 30, seconds: FIVE_MINUTES, shared: true },
    feature: 'registration',
    captcha: 'auth.register',
    body: fields({ email: address(), password: newPassword(), captcha: solvedCaptcha() }),
    example: { email: 'ana@mail.example', password: 'correct horse' },
    response: v.union([signedIn, confirmationRequired]),
    status: 201,
    errors: [
      'invalid_email',
      'password_too_short',
      'password_too_long',
      'email_in_use',
      'service_off',
      'captcha_required',
    ],
    summary: 'Creates an account',
    description:
      'The response signs the user in. If the service sends mail, the address must be confirmed first: the response then has ' +
      '`confirmation_required` instead of a token. A client address that has used half of its limit here needs a ' +
      'solved challenge (`captcha_required`).',
  }),
  endpoint({
    id: 'auth.login',
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    rateLimit: { points: 30, seconds: FIVE_MINUTES },
    body: fields({
      email: v.pipe(address(), v.nonEmpty('Must not be empty.')),
      password: secret(),
      captcha: solvedCaptcha(),
    }),
    example: { email: 'ana@mail.example', password: 'correct horse' },
    response: signedIn,
    errors: ['invalid_credentials', 'account_disabled', 'email_not_confirmed'],
    summary: 'Signs in',
    description:
      'After ten wrong passwords for an account in 15 minutes, every caller gets `rate_limited`. Devices that signed in before have ten ' +
      'tries of their own, and a solved challenge with the purpose `auth.login` allows one more, up to the limit of the client address. ' +
      'For a user with a second factor, the response has `second_factor_required`, and its token is only for `auth.secondFactor`.',
  }),
  endpoint({
    id: 'auth.verify',
    method: 'GET',
    path: '/auth/verify',
    access: 'bearer',
    openToFirstFactor: true,
    response: v.object({ user, actor_id: v.nullable(v.string()) }),
    errors: [],
    summary: 'Returns the owner of the token',
    description: '`actor_id` is the admin who is viewing as the user; null in every other case.',
  }),
  endpoint({
    id: 'auth.refresh',
    method: 'POST',
    path: '/auth/refresh',
    access: 'refresh',
    rateLimit: { points: 300, seconds: FIVE_MINUTES, shared: true },
    body: fields({ refresh_token: secret() }),
    example: { refresh_token: 'rt_9f2c…' },
    response: signedIn,
    errors: ['refresh_reused'],
    summary: 'Exchanges a refresh token for the next one',
    description:
      'A client that lost the response may send the same token again. For a minute, and until a successor is used, it gets another ' +
      'successor. Using an older token ends the session.',
  }),
  endpoint({
    id: 'auth.logout',
    method: 'POST',
    path: '/auth/logout',
    access: 'bearer',
    openToViewers: true,
    openToFirstFactor: true,
    response: done,
    errors: [],
    summary: 'Ends the session or revokes the API token of the request',
  }),
  endpoint({
    id: 'auth.confirm',
    method: 'POST',
    path: '/auth/confirm',
    access: 'anyone',
    rateLimit: { points: 30, seconds: FIVE_MINUTES, shared: true },
    body: v.union([fields(proof), fields(code)], 'Must have a token, or an email and a code.'),
    example: { token: 'the token of the link' },
    response: confirmed,
    errors: ['token_invalid', 'code_invalid', 'account_disabled'],
    summary: 'Confirms an address and signs in',
    description:
      'If there was any other request about the address since the registration, the service has removed the password and the metadata, ' +
      'because another person may have chosen them. The response then has `password_required`, and the user chooses a password with `auth.password`.',
  }),
  endpoint({
    id: 'auth.resend',
    method: 'POST',
    path: '/auth/resend',
    access: 'anyone',
    rateLimit: { points: 10, seconds: HOUR, shared: true },
    body: fields({ email: address(), resend_token: v.optional(line(512)) }),
    example: { email: 'ana@mail.example' },
    response: accepted,
    status: 202,
    errors: [],
    summary: 'Sends the confirmation again',
    description:
      'The response is the same for known and unknown addresses. Send the `resend_token` of the registration: without it, the confirmation ' +
      'removes the password, because another person may have registered the address.',
  }),
  endpoint({
    id: 'auth.recover',
    method: 'POST',
    path: '/auth/recover',
    access: 'anyone',
    rateLimit: { points: 10, seconds: HOUR, shared: true },
    body: fields({ email: address() }),
    example: { email: 'ana@mail.example' },
    response: accepted,
    status: 202,
    errors: [],
    summary: 'Sends a link to choose a new password',
    description: 'The response is the same for known and unknown addresses.',
  }),
  endpoint({
    id: 'auth.reset',
    method: 'POST',
    path: '/auth/reset',
    access: 'anyone',
    rateLimit: { points: 30, seconds: FIVE_MINUTES, shared: true },
    body: v.union(
      [fields({ ...proof, password: newPassword() }), fields({ ...code, password: newPassword() })],
      'Must have a password, and either a token or an email and a code.',
    ),
    example: { token: 'the token of the link', password: 'battery staple' },
    response: done,
    errors: ['token_invalid', 'code_invalid', 'password_too_short', 'password_too_long'],
    summary: 'Sets a new password with the token or code from a recovery email',
    description: 'Ends every session of the user and revokes all API tokens.',
  }),
  endpoint({
    id: 'auth.password',
    method: 'POST',
    path: '/auth/password',
    access: 'session',
    body: fields({ current_password: v.optional(secret()), new_password: newPassword() }),
    example: { current_password: 'correct horse', new_password: 'battery staple' },
    response: done,
    errors: ['invalid_credentials', 'password_too_short', 'password_too_long', 'rate_limited'],
    summary: 'Changes the password',
    description:
      'Ends every other session of the user. A user without a password omits `current_password`, up to 15 minutes after signing in.',
  }),
  endpoint({
    id: 'auth.keys',
    method: 'GET',
    path: '/auth/keys',
    access: 'anyone',
    maxAge: 600,
    response: keySet,
    errors: [],
    summary: 'Returns the public keys that verify access tokens',
    description: 'Also at `/.well-known/jwks.json`. You can cache the response for 10 minutes.',
  }),
] as const
