import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fields, idParams, line, secret } from '../entities/fields.ts'
import { done } from '../entities/page.ts'
import { factor, factorEnrolment, recoveryCodes, signedIn } from '../entities/session.ts'

// Six digits from an app, with or without a space, or a recovery code.
const code = line(64)

/** The endpoints of second factors: authenticator apps (TOTP) and recovery codes. */
export const secondFactorEndpoints = [
  endpoint({
    id: 'auth.secondFactor',
    method: 'POST',
    path: '/auth/second-factor',
    access: 'session',
    openToFirstFactor: true,
    body: fields({ code }),
    example: { code: '482 013' },
    response: signedIn,
    errors: ['factor_code_invalid', 'rate_limited'],
    summary: 'Finishes a sign-in with the code of an authenticator app or a recovery code',
    description:
      'For a session whose sign-in returned `second_factor_required`. The sign-in continues as a new session, and the earlier tokens stop ' +
      'working. Each code works once. The limits are ten wrong codes in five minutes from a client address, and 50 wrong codes of apps a ' +
      'day from all addresses that are new to the user.',
  }),
  endpoint({
    id: 'account.factors',
    method: 'GET',
    path: '/account/factors',
    access: 'session',
    response: v.object({ factors: v.array(factor), recovery_codes: recoveryCodes }),
    errors: [],
    summary: 'Lists your authenticator apps, oldest first, and the number of recovery codes left',
  }),
  endpoint({
    id: 'account.enrolFactor',
    method: 'POST',
    path: '/account/factors',
    access: 'session',
    body: fields({ name: line(60) }),
    example: { name: 'Phone' },
    response: factorEnrolment,
    status: 201,
    errors: ['factor_name_taken', 'limit_exceeded'],
    summary: 'Starts adding an authenticator app',
    description:
      'The app is active after its first code is confirmed. The secret is shown only once. Unconfirmed apps are deleted. ' +
      '`qr_code` is an SVG.',
  }),
  endpoint({
    id: 'account.confirmFactor',
    method: 'POST',
    path: '/account/factors/{id}/confirm',
    access: 'session',
    params: idParams,
    body: fields({ code }),
    example: { code: '482 013' },
    response: v.object({ recovery_codes: v.array(v.string()) }),
    errors: ['not_found', 'factor_code_invalid', 'rate_limited'],
    summary: 'Adds an authenticator app with its first code',
    description:
      'From then on, a sign-in needs a code. Adding the first app also returns ten recovery codes, which are shown only once, and ends ' +
      'your other sessions.',
  }),
  endpoint({
    id: 'account.removeFactor',
    method: 'POST',
    path: '/account/factors/{id}/remove',
    access: 'session',
    params: idParams,
    body: fields({ password: secret(), code }),
    example: { password: 'correct horse', code: '482 013' },
    response: done,
    errors: ['not_found', 'invalid_credentials', 'factor_code_invalid', 'rate_limited'],
    summary: 'Removes an authenticator app',
    description:
      'Requires your password, and the code of any of your apps or a recovery code. Ends your other sessions. After the last app is removed, ' +
      'signing in needs only the password.',
  }),
  endpoint({
    id: 'account.recoveryCodes',
    method: 'POST',
    path: '/account/recovery-codes',
    access: 'session',
    body: fields({ password: secret() }),
    example: { password: 'correct horse' },
    response: v.object({ recovery_codes: v.array(v.string()) }),
    errors: ['not_found', 'invalid_credentials', 'rate_limited'],
    summary: 'Creates ten new recovery codes; the old ones stop working',
  }),
] as const
