import { ApiClientError } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import { verificationFailureOf } from './verification-run.ts'

const refused = (code: string, message: string, retryAfter?: number) =>
  verificationFailureOf(new ApiClientError(message, { code, status: 429, retryAfter }))

describe('why a verification failed', () => {
  it('is shown with the time of the next try, if the service sends it', () => {
    expect(refused('rate_limited', 'Too many requests.', 45).message).toBe(
      'Too many runs in a short time. Try again in 45 s. Your list stays here.',
    )
    expect(refused('rate_limited', 'Too many requests.', 3540).message).toContain('Try again in 59 min.')
    expect(refused('rate_limited', 'Too many requests.').message).toBe('Too many requests.')
  })

  it('is the service’s message if that says more than the screen could', () => {
    const month = 'Your plan has 100,000 verifications a month, of which 12 are left.'
    expect(refused('monthly_limit_reached', month, 86_400)).toMatchObject({
      title: 'Verification failed',
      message: month,
    })
  })

  it('is shown in a toast with the specified text', () => {
    expect(refused('service_off', 'Service unavailable.').said).toEqual({
      title: 'Verification failed',
      message: 'Service unavailable.',
    })
    expect(verificationFailureOf('gone')).toMatchObject({
      code: 'failed',
      message: 'An error occurred during email verification.',
    })
  })
})
