import type { Verification, VerificationHistoryEntry } from '@netbox/contract'
import { HttpResponse } from 'msw'
import { pageOf } from './admin-answers.ts'
import { callerOf, type MockAnswers, MockRefusal } from './endpoint-handler.ts'
import { isSwitchedOn, MOCK_TIME, nextId } from './mock-data.ts'

const FREE_ADDRESSES = 10

/** Creates the result of an address; by default, of a valid one. */
export const mockVerification = (known: Partial<Verification> & Pick<Verification, 'email'>): Verification => ({
  status: 'valid',
  confidence: 95,
  provider: null,
  smtp_server: 'mx.mail.example',
  smtp_response_code: 250,
  smtp_response_message: '2.1.5 Ok',
  verification_attempts: 1,
  reason: 'mailbox_exists',
  retry_after: null,
  role: false,
  simulated: false,
  ...known,
})

/** Makes an entry of a history of verifications. */
export const mockEntry = (
  known: Partial<VerificationHistoryEntry> & Pick<VerificationHistoryEntry, 'email'>,
): VerificationHistoryEntry => ({
  ...mockVerification(known),
  id: nextId(),
  created_at: MOCK_TIME,
  next_try_at: null,
  ...known,
})

/** Mocks the endpoints of email verification. */
export const emailAnswers: MockAnswers = {
  'email.verify': ({ body, caller, data, request }) => {
    const emails = body.emails.map((line) => line.trim()).filter((line) => line !== '')
    if (!isSwitchedOn(data, 'email_verification')) throw new MockRefusal('service_off')
    if (emails.length === 0) throw new MockRefusal('no_emails')
    const isFree = (caller?.profile.plan ?? 'free') === 'free'
    if (isFree && emails.length > FREE_ADDRESSES) throw new MockRefusal('limit_exceeded')
    const results = emails.map((email) => mockVerification({ email, simulated: true }))
    const created_at = new Date().toISOString()
    caller?.verifications.unshift(...results.map((result) => mockEntry({ ...result, created_at })))
    if (request.headers.get('accept') !== 'application/x-ndjson') return { data: { results, notice: null } }
    const lines = results.map((result) => `${JSON.stringify(result)}\n`).join('')
    return new HttpResponse(lines, { headers: { 'content-type': 'application/x-ndjson' } })
  },
  'email.history': (call) => {
    const { q, status } = call.query
    const found = callerOf(call).verifications.filter(
      (entry) =>
        entry.email.toLowerCase().includes(q.toLowerCase()) && (status === undefined || entry.status === status),
    )
    return { data: pageOf(found, call.query) }
  },
}
