import type { Verification } from '@netbox/contract'

/** Makes the result of an address, for tests that check only email and status. */
export const resultOf = (email: string, status: Verification['status'] = 'valid'): Verification => ({
  email,
  status,
  confidence: 95,
  provider: null,
  smtp_server: null,
  smtp_response_code: null,
  smtp_response_message: null,
  verification_attempts: 1,
  reason: null,
  retry_after: null,
  role: false,
  simulated: false,
})
