import type { CaptchaPurpose } from '@netbox/contract'
import { ApiError } from '../../http/api-error.ts'
import type { Caller } from '../../http/caller.ts'
import type { Captcha } from './captcha.ts'

/** What asking for a solved challenge needs. */
export interface CaptchaGuardOptions {
  readonly captcha: Pick<Captcha, 'use'>
  /** Tells whether an address has used half of what it may call of an endpoint. */
  readonly isHalfUsed: (id: CaptchaPurpose, address: string) => Promise<boolean>
}

interface GuardedCall {
  readonly caller: Pick<Caller, 'kind'>
  readonly address: string
  readonly body: { readonly captcha?: string | undefined }
}

/**
 * Makes what stands before a handler: once an address has used half of what it may call, those who are not signed in need a solved
 * challenge for each call. It is used up whatever the handler answers.
 */
export const createCaptchaGuard =
  ({ captcha, isHalfUsed }: CaptchaGuardOptions) =>
  <Given extends GuardedCall, Result>(purpose: CaptchaPurpose, handle: (call: Given) => Promise<Result>) =>
  async (call: Given): Promise<Result> => {
    const isAsked = call.caller.kind === 'anyone' && (await isHalfUsed(purpose, call.address))
    if (isAsked && !(await captcha.use(purpose, call.body.captcha))) throw new ApiError('captcha_required')
    return handle(call)
  }
