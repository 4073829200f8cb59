import type { VerificationHistoryEntry } from '@netbox/contract'
import { useState } from 'react'
import { Confidence } from '../../components/verification/confidence.tsx'
import { codesOf, replyOf, whyOf } from '../../components/verification/reply.ts'
import { ResultMarks } from '../../components/verification/result-marks.tsx'
import { StatusMark } from '../../components/verification/status-mark.tsx'
import { ColumnHeads } from '../../components/ui/column-heads.tsx'
import { Timestamp } from '../../components/ui/timestamp.tsx'
import { verificationTexts } from '../../texts/email-verification.ts'
import { historyTexts } from '../../texts/verification-history.ts'
import * as styles from './verification-history.module.css'
import * as tableStyles from '../../components/ui/table.module.css'

const NextTry = ({ at, now }: { readonly at: string | null; readonly now: number }) => {
  if (at === null) return null
  if (Date.parse(at) <= now) return <small>{historyTexts.againDue}</small>
  return (
    <small>
      {historyTexts.again} <time dateTime={at}>{at.slice(11, 16)} UTC</time>
    </small>
  )
}

const Row = ({ entry, now }: { readonly entry: VerificationHistoryEntry; readonly now: number }) => (
  <tr>
    <th scope="row">
      <code>{entry.email}</code>
      <span className={styles.vhWhy}>
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
    <td className={styles.vhReply}>
      <code title={replyOf(entry)}>{codesOf(entry) ?? verificationTexts.noReply}</code>
      {entry.smtp_server === null ? null : <small>{entry.smtp_server}</small>}
    </td>
    <td className={styles.vhTried}>
      {historyTexts.tried(entry.verification_attempts)}
      <NextTry at={entry.next_try_at} now={now} />
    </td>
    <td className={`${tableStyles.m} ${styles.vhWhen}`}>
      <Timestamp at={entry.created_at} />
    </td>
  </tr>
)

interface HistoryTableProps {
  readonly entries: readonly VerificationHistoryEntry[]
  readonly isLoading: boolean
}

/** The results of a page, each as on the verification screen. */
export const HistoryTable = ({ entries, isLoading }: HistoryTableProps) => {
  const [now] = useState(() => Date.now())
  return (
    <table className={`${tableStyles.tbl} ${styles.vhTable}`} aria-label={historyTexts.table} aria-busy={isLoading}>
      <ColumnHeads names={Object.values(historyTexts.columns)} />
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} now={now} />
        ))}
      </tbody>
    </table>
  )
}
