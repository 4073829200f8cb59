import { verificationStatuses } from '@netbox/product'
import * as v from 'valibot'
import { endpoint, HOUR } from '../endpoint.ts'
import { choice, fields, line, solvedCaptcha } from '../entities/fields.ts'
import { pageOf, pageQuery } from '../entities/page.ts'
import {
  readVerification,
  verification,
  verificationHistoryEntry,
  verificationNotice,
} from '../entities/verification.ts'

const MAX_ADDRESSES = 10_000
const MAX_SEARCH = 320

/** The endpoints of the email verification service. */
export const emailEndpoints = [
  endpoint({
    id: 'email.verify',
    method: 'POST',
    path: '/email/verify',
    access: 'anyone',
    optionalSignIn: true,
    rateLimit: { points: 60, seconds: HOUR, shared: true },
    feature: 'email_verification',
    captcha: 'email.verify',
    scope: 'email:verify',
    body: fields({
      emails: v.pipe(
        v.array(line(1024, 0), 'Must be a list of addresses.'),
        v.maxLength(MAX_ADDRESSES, `Must have at most ${MAX_ADDRESSES} addresses.`),
      ),
      captcha: solvedCaptcha(),
    }),
    example: { emails: ['ana@mail.example', 'info@shop.example'] },
    response: v.object({ data: v.object({ results: v.array(verification), notice: v.nullable(verificationNotice) }) }),
    stream: { type: 'application/x-ndjson', item: verification, read: readVerification },
    errors: [
      'no_emails',
      'limit_exceeded',
      'monthly_limit_reached',
      'service_off',
      'verifier_unavailable',
      'captcha_required',
      'read_only',
    ],
    summary: 'Verifies email addresses',
    description:
      'The service contacts real mail servers and sends no message. Without a paid plan, a run has at most ten addresses. With ' +
      '`Accept: application/x-ndjson` each result is sent as soon as it is known. Callers without a bearer token whose client address ' +
      'has used half of its limit here need a solved challenge (`captcha_required`). Each distinct email address has ' +
      'one result, blank entries have none, in the order in which the results arrive. A definite result of the last 24 hours is reused. `notice` says that ' +
      'the outgoing port 25 of the service seems to be blocked, so the results are unreliable. Results of signed-in ' +
      'users are stored in their history before they are sent.',
  }),
  endpoint({
    id: 'email.history',
    method: 'GET',
    path: '/email/history',
    access: 'bearer',
    scope: 'email:verify',
    query: v.object({
      ...pageQuery.entries,
      status: v.optional(choice(verificationStatuses)),
      q: v.optional(line(MAX_SEARCH, 0), ''),
    }),
    response: v.object({ data: pageOf(verificationHistoryEntry) }),
    errors: [],
    summary: 'Lists the addresses that you verified, newest first',
    description:
      '`q` finds addresses that contain it, ignoring case; `status` finds addresses with one status. `next_try_at` is the time of the next try ' +
      'for an address that a server deferred; if it has passed, the next try is due.',
  }),
] as const
