import type { Verification } from '@netbox/contract'
import { verificationTexts } from '../../texts/email-verification.ts'
import { Confidence } from '../../components/verification/confidence.tsx'
import { codesOf, reasonOf } from '../../components/verification/reply.ts'
import { ROW_HEIGHT } from './row-window.ts'
import { StatusMark } from '../../components/verification/status-mark.tsx'

interface ResultRowProps {
  readonly id: string
  readonly email: string
  readonly result: Verification | undefined
  readonly index: number
  readonly count: number
  readonly isSelected: boolean
  readonly isGoing: boolean
  readonly onSelect: (index: number) => void
}

const Known = ({ result }: { readonly result: Verification }) => (
  <>
    <StatusMark status={result.status} />
    <Confidence value={result.confidence} />
    <code className="vf-reply">{codesOf(result) ?? verificationTexts.noReply}</code>
  </>
)

// Rows in progress are hatched; others show no sign.
const Coming = () => (
  <>
    <i className="sk" />
    <i className="sk" />
    <i className="sk" />
  </>
)

/** One address with its result, or pending. */
export const ResultRow = (props: ResultRowProps) => {
  const { id, email, result, index, count, isSelected, isGoing, onSelect } = props
  const waits = isGoing ? verificationTexts.waiting : verificationTexts.notAsked
  return (
    // The list has the focus and the keys; a row only reacts to the pointer.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={`vf-row ${result === undefined ? 'wait' : ''}`}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
      onClick={() => onSelect(index)}
    >
      <div className="vf-who">
        <div className="vf-name">
          <code>{email}</code>
          {result?.role === true ? <b className="chip">{verificationTexts.role}</b> : null}
        </div>
        <span>{result === undefined ? waits : reasonOf(result)}</span>
      </div>
      {result === undefined ? isGoing ? <Coming /> : null : <Known result={result} />}
    </div>
  )
}
