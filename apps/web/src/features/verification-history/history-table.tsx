import type { VerificationEntry } from '@netbox/contract'
import { useState } from 'react'
import { Confidence } from '../../components/verification/confidence.tsx'
import { nextTryOf } from '../../components/verification/next-try.ts'
import { codesOf, replyOf, whyOf } from '../../components/verification/reply.ts'
import { ResultMarks } from '../../components/verification/result-marks.tsx'
import { StatusMark } from '../../components/verification/status-mark.tsx'
import { Moment } from '../../components/ui/moment.tsx'
import { verificationTexts } from '../../texts/email-verification.ts'
import { historyTexts } from '../../texts/verification-history.ts'
import '../../styles/tables.css'

const NextTry = ({ entry, now }: { readonly entry: VerificationEntry; readonly now: number }) => {
  const next = nextTryOf(entry, now)
  if (next === undefined) return null
  if (next === 'due') return <small>{historyTexts.againDue}</small>
  if (next === 'later') return <small>{historyTexts.againLater}</small>
  return (
    <small>
      {historyTexts.again} <time dateTime={next.at}>{next.at.slice(11, 16)} UTC</time>
    </small>
  )
}

const Row = ({ entry, now }: { readonly entry: VerificationEntry; readonly now: number }) => (
  <tr>
    <th scope="row">
      <code>{entry.email}</code>
      <span className="vh-why">
        {whyOf(entry)}
        <ResultMarks {...entry} />
      </span>
    </th>
    <td>
      <StatusMark status={entry.status} />
    </td>
    <td>
      <Confidence value={entry.confidence} />
    </td>
    <td className="vh-reply">
      <code title={replyOf(entry)}>{codesOf(entry) ?? verificationTexts.noReply}</code>
      {entry.smtp_server === null ? null : <small>{entry.smtp_server}</small>}
    </td>
    <td className="vh-tried">
      {historyTexts.tried(entry.verification_attempts)}
      <NextTry entry={entry} now={now} />
    </td>
    <td className="m vh-when">
      <Moment at={entry.created_at} />
    </td>
  </tr>
)

interface HistoryTableProps {
  readonly entries: readonly VerificationEntry[]
  readonly isLoading: boolean
}

/** The results of a page, each as on the screen that verified it. */
export const HistoryTable = ({ entries, isLoading }: HistoryTableProps) => {
  const [now] = useState(() => Date.now())
  return (
    <table className="tbl vh-table" aria-label={historyTexts.table} aria-busy={isLoading}>
      <thead>
        <tr>
          {Object.values(historyTexts.columns).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} now={now} />
        ))}
      </tbody>
    </table>
  )
}
