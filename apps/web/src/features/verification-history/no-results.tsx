import { historyTexts } from '../../texts/verification-history.ts'
import '../../components/report/states.css'

interface NoResultsProps {
  readonly isFiltered: boolean
  readonly isOwn: boolean
  /** Shows the whole history again. */
  readonly onAll: () => void
}

const hintOf = ({ isFiltered, isOwn }: Pick<NoResultsProps, 'isFiltered' | 'isOwn'>): string => {
  if (isFiltered) return historyTexts.noneFoundHint
  return isOwn ? historyTexts.noneHint : historyTexts.noneViewed
}

/** Stands where results would be: there are none yet, or none that were looked for. */
export const NoResults = ({ isFiltered, isOwn, onAll }: NoResultsProps) => (
  <div className="vh-none">
    <svg
      className="stateline"
      viewBox="0 0 260 40"
      fill="none"
      stroke="var(--control)"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <circle cx="12" cy="20" r="8" strokeDasharray="3 2.5" />
      <path d="M20 20h208" strokeDasharray="2 6" />
      <circle cx="236" cy="20" r="8" strokeDasharray="3 2.5" />
    </svg>
    <h2>{isFiltered ? historyTexts.noneFound : historyTexts.none}</h2>
    <p>{hintOf({ isFiltered, isOwn })}</p>
    {isFiltered ? (
      <button type="button" className="btn sm" onClick={onAll}>
        {historyTexts.clear}
      </button>
    ) : null}
  </div>
)
