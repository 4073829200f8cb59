import { ApiClientError } from '@netbox/contract'
import { serviceOffMessages } from '@netbox/product'
import { expect, it } from 'vitest'
import { failureOf } from '../../lib/session/requests.ts'
import { noticeOf } from './mailbox-migration.tsx'

const refused = (code: string, status: number, message: string) =>
  noticeOf(failureOf(new ApiClientError(message, { code, status })))

it('distinguishes a refused request from a failed one', () => {
  const limit = 'Daily limit reached: 10 runs of Email Migration per day on the Pro plan. Resets at 00:00 UTC.'
  expect(refused('daily_limit_reached', 429, limit)).toEqual({ title: 'Migration not allowed', message: limit })
  expect(refused('internal_error', 500, 'Internal server error. Please try again later.')).toEqual({
    title: 'Migration failed',
    message: 'Internal server error. Please try again later.',
  })
  const off = serviceOffMessages.email_migration
  expect(refused('service_off', 403, off)).toEqual({ title: 'Migration not allowed', message: off })
})

it('has a message for an error without one', () => {
  expect(noticeOf(failureOf(undefined))).toEqual({
    title: 'Migration failed',
    message: 'An error occurred while starting the migration.',
  })
})
