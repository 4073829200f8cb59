/** The result of the verification service for one address. Source: spec §3. */
export type EmailVerificationResult = {
  readonly email: string
  /** One of `verificationStatuses`; anything else is shown as it is, with a neutral tone. */
  readonly status: string
  /** How sure the status is, from 0 to 100. */
  readonly confidence: number
  readonly provider?: string | null | undefined
  readonly smtp_server?: string | null | undefined
  readonly smtp_response_code?: number | null | undefined
  readonly smtp_response_message?: string | null | undefined
  /** How often the server was asked; 1 where the service does not say. */
  readonly verification_attempts?: number | null | undefined
  /** Whether it was made up. */
  readonly simulated?: boolean | null | undefined
}
