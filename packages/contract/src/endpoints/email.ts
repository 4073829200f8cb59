import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fields, line, solvedCaptcha } from '../entities/fields.ts'
import { pageOf, pageQuery } from '../entities/page.ts'
import { verification, verificationEntry } from '../entities/verification.ts'

const MAX_ADDRESSES = 10_000

/** Lists the endpoints of the email verification service. */
export const emailEndpoints = [
  endpoint({
    id: 'email.verify',
    method: 'POST',
    path: '/email/verify',
    access: 'anyone',
    scope: 'email:verify',
    body: fields({
      emails: v.pipe(
        v.array(line(1024, 0), 'Must be a list of addresses.'),
        v.maxLength(MAX_ADDRESSES, `Must have at most ${MAX_ADDRESSES} addresses.`),
      ),
      captcha: solvedCaptcha(),
    }),
    example: { emails: ['ana@mail.example', 'info@shop.example'] },
    response: v.object({ data: v.object({ results: v.array(verification) }) }),
    stream: { type: 'application/x-ndjson', item: verification },
    errors: ['no_emails', 'limit_exceeded', 'service_off', 'verifier_unavailable', 'captcha_required'],
    summary: 'Verifies email addresses',
    description:
      'Real: mail servers are asked, no message is sent. Ten addresses a run without a paid plan. With ' +
      '`Accept: application/x-ndjson` each result is sent as soon as it is known. Callers without a bearer whose address ' +
      'has used half of what it may do here are asked for a solved challenge (`captcha_required`).',
  }),
  endpoint({
    id: 'email.history',
    method: 'GET',
    path: '/email/history',
    access: 'bearer',
    scope: 'email:verify',
    query: pageQuery,
    response: v.object({ data: pageOf(verificationEntry) }),
    errors: [],
    summary: 'Lists the addresses that you verified, newest first',
  }),
] as const
