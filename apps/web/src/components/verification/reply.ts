import type { Verification } from '@netbox/contract'
import { verificationStatuses } from '@netbox/product'
import { verificationTexts } from '../../texts/email-verification.ts'
import { reasonTexts, statusReasons } from '../../texts/verification-reasons.ts'

const ENHANCED = /^(?:\d{3}[ -])?([245]\.\d{1,3}\.\d{1,3})(?!\S)/

/** Returns the codes of a reply, basic and enhanced (RFC 3463): `550 5.1.1`. Undefined without a reply. */
export const codesOf = (
  result: Pick<Verification, 'smtp_response_code' | 'smtp_response_message'>,
): string | undefined => {
  const { smtp_response_code: code, smtp_response_message: message } = result
  if (code === null) return undefined
  const enhanced = ENHANCED.exec(message ?? '')?.[1]
  return enhanced === undefined ? String(code) : `${code} ${enhanced}`
}

/** Returns a reply as the server sent it: its code, and its text without repeating the code. */
export const replyOf = (
  result: Pick<Verification, 'smtp_response_code' | 'smtp_response_message'>,
): string | undefined => {
  const { smtp_response_code: code, smtp_response_message: message } = result
  if (code === null) return undefined
  const said = (message ?? '').replace(new RegExp(`^${code}[ -]`), '').trim()
  return said === '' ? String(code) : `${code} ${said}`
}

const readable = (reason: string): string => {
  const words = reason.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Explains a result in a few words. */
export const whyOf = ({ status, reason }: Pick<Verification, 'status' | 'reason'>): string => {
  const known = verificationStatuses.find((name) => name === status)
  if (reason !== null && reason !== '') return reasonTexts[reason] ?? readable(reason)
  return known === undefined ? '' : statusReasons[known]
}

/** Explains a new result, and says when a retry may help. */
export const reasonOf = (result: Pick<Verification, 'status' | 'reason' | 'retry_after'>): string => {
  const { retry_after: wait } = result
  const why = whyOf(result)
  return wait === null || wait === 0 ? why : [why, verificationTexts.nextTry(wait)].filter(Boolean).join('. ')
}
