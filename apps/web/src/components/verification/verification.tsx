import type { Verification } from '@netbox/contract'
import {
  confidenceBand,
  HIGH_CONFIDENCE,
  MEDIUM_CONFIDENCE,
  statusAppearance,
  verificationStatuses,
} from '@netbox/product'
import { verificationTexts, reasonTexts, statusReasons } from '../../texts/email-verification.ts'
import { reportTexts } from '../../texts/report.ts'
import { Chip } from '../ui/chips.tsx'
import { AbsentGlyph, SimulatedGlyph, Mark, severityClass, Status } from '../ui/glyphs/status-glyph.tsx'

const WIDTH = 60

const at = (confidence: number): number => (Math.max(0, Math.min(100, confidence)) / 100) * WIDTH

/** Shows a confidence as a point on its scale, a number and the name of its band. */
export const Confidence = ({ value }: { readonly value: number }) => (
  <span className="flex items-center gap-2 font-sans text-sm text-ink-2" data-confidence>
    <svg className="overflow-visible" viewBox={`0 0 ${WIDTH} 10`} width={WIDTH} height="10" aria-hidden="true">
      <path d={`M0 5h${WIDTH}`} stroke="var(--color-rule-2)" />
      <path d={`M${at(MEDIUM_CONFIDENCE)} 1v8M${at(HIGH_CONFIDENCE)} 1v8`} stroke="var(--color-rule-2)" />
      <path d={`M0 5h${at(value)}`} stroke="var(--color-signal)" strokeWidth="3" />
      <circle cx={at(value)} cy="5" r="4" fill="var(--color-signal)" />
    </svg>
    <b className="font-mono font-medium text-ink">{Math.round(value)}</b> {confidenceBand(value)}
  </span>
)

/** Returns the class that gives a status its color. */
const toneClass = (status: string): string => {
  const { tone } = statusAppearance(status)
  return tone === 'neutral' ? 'text-ink-3' : severityClass[tone]
}

/** Shows a status as glyph and word. Unconfirmed statuses have an open glyph. */
export const StatusMark = ({ status }: { readonly status: string }) => {
  const { label, tone } = statusAppearance(status)
  if (tone !== 'neutral' && status !== 'unconfirmed') return <Status severity={tone}>{label}</Status>
  return (
    <Mark glyph={<AbsentGlyph />} className={toneClass(status)}>
      {label}
    </Mark>
  )
}

/** Shows the marks of a result: a role address, a simulated result. */
export const ResultMarks = ({ role, simulated }: Pick<Verification, 'role' | 'simulated'>) =>
  role || simulated ? (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {role ? <Chip isSmall>{verificationTexts.role}</Chip> : null}
      {simulated ? (
        <Chip variant="simulated" isSmall>
          <SimulatedGlyph />
          {reportTexts.simulated}
        </Chip>
      ) : null}
    </span>
  ) : null

/** The mark of results from real mail servers. */
export const RealMark = () => (
  <Chip variant="real">
    <svg viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <circle cx="7" cy="7" r="5.4" />
      <circle cx="7" cy="7" r="1.7" fill="currentColor" stroke="none" />
    </svg>
    {verificationTexts.realCheck}
  </Chip>
)

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
