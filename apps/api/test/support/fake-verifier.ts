import type { VerificationResult, Verifier, VerifyOptions } from '@netbox/email-verifier'

/** Creates the result of an existing address. */
export const found = (email: string, more: Partial<VerificationResult> = {}): VerificationResult => ({
  email,
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
  ...more,
})

/** Creates the result of an address that its server deferred. */
export const putOff = (email: string, attempts = 1, retry_after: number | null = 360): VerificationResult =>
  found(email, {
    status: 'unconfirmed',
    confidence: 30,
    reason: 'greylisted',
    smtp_response_code: 451,
    smtp_response_message: '4.7.1 Greylisted',
    verification_attempts: attempts,
    retry_after,
  })

/** A fake verifier: returns given answers, and records the requests. */
export interface FakeVerifier extends Verifier {
  readonly asked: string[]
  /** The number of addresses in progress. */
  readonly running: number
}

/** The options of the service's calls. */
export type ProbeOptions = VerifyOptions & { readonly signal: AbortSignal }

type Answer = (email: string, options: ProbeOptions) => Promise<VerificationResult> | VerificationResult

/** Creates a fake verifier. It handles several addresses at a time, and returns each answer when it is ready. */
export const fakeVerifier = (answer: Answer = (email) => found(email)): FakeVerifier => {
  const asked: string[] = []
  let running = 0

  const ask = async (email: string, options: ProbeOptions): Promise<VerificationResult> => {
    options.signal.throwIfAborted()
    asked.push(email)
    running += 1
    try {
      return await answer(email, options)
    } finally {
      running -= 1
    }
  }

  return {
    asked,
    get running() {
      return running
    },
    verify: ask,
    async *verifyMany(addresses, options: ProbeOptions & { readonly concurrency?: number }) {
      const { concurrency = 10 } = options
      const open = new Map<string, Promise<VerificationResult>>()
      const next = async () => {
        const result = await Promise.race(open.values())
        open.delete(result.email)
        return result
      }
      for await (const email of addresses) {
        const asking = ask(email, options)
        asking.catch(() => undefined)
        open.set(email, asking)
        if (open.size >= concurrency) yield await next()
      }
      while (open.size > 0) yield await next()
    },
  }
}
