import type { Verification } from '@netbox/contract'
import { verificationTexts } from '../../texts/email-verification.ts'
import { Confidence } from '../../components/verification/confidence.tsx'
import { codesOf, reasonOf } from '../../components/verification/reply.ts'
import { ROW_HEIGHT } from './row-window.ts'
import { StatusMark } from '../../components/verification/status-mark.tsx'
import * as states from '../../components/report/states.module.css'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as verificationStyles from '../../components/verification/verification.module.css'
import * as styles from './results-list.module.css'

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
    <code className={verificationStyles.vfReply}>{codesOf(result) ?? verificationTexts.noReply}</code>
  </>
)

// The placeholder of a row without a result: hatched, without a glyph.
const Coming = () => (
  <>
    <i className={`${states.sk} ${styles.sk}`} />
    <i className={`${states.sk} ${styles.sk}`} />
    <i className={`${states.sk} ${styles.sk}`} />
  </>
)

/** One address with its result, or pending. */
export const ResultRow = (props: ResultRowProps) => {
  const { id, email, result, index, count, isSelected, isGoing, onSelect } = props
  const waits = isGoing ? verificationTexts.waiting : verificationTexts.notAsked
  return (
    // The list keeps the focus and handles keys; a row reacts only to the pointer.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={count}
      className={`${styles.vfRow} ${result === undefined ? styles.wait : ''}`}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
      onClick={() => onSelect(index)}
    >
      <div className={styles.vfWho}>
        <div className={styles.vfName}>
          <code>{email}</code>
          {result?.role === true ? (
            <b className={`${chipStyles.chip} ${styles.chip}`}>{verificationTexts.role}</b>
          ) : null}
        </div>
        <span>{result === undefined ? waits : reasonOf(result)}</span>
      </div>
      {result === undefined ? isGoing ? <Coming /> : null : <Known result={result} />}
    </div>
  )
}
