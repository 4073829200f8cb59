/** The result of the verification service for one address. Source: spec §3. */
export type EmailVerificationResult = {
  readonly email: string
  /** One of `verificationStatuses`; any other text is shown unchanged, with a neutral look. */
  readonly status: string
  /** The confidence in the status, from 0 to 100. */
  readonly confidence: number
  readonly provider?: string | null | undefined
  readonly smtp_server?: string | null | undefined
  readonly smtp_response_code?: number | null | undefined
  readonly smtp_response_message?: string | null | undefined
  /** The number of requests to the server; 1 if the service does not report it. */
  readonly verification_attempts?: number | null | undefined
  /** Whether the result is simulated. */
  readonly simulated?: boolean | null | undefined
}
