import { EmptyTrace } from '../../components/report/state-sheets.tsx'
import { historyTexts } from '../../texts/verification-history.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './verification-history.module.css'

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

/** Replaces the results if there are none yet, or if none match. */
export const NoResults = ({ isFiltered, isOwn, onAll }: NoResultsProps) => (
  <div className={styles.vhNone}>
    <EmptyTrace />
    <h2>{isFiltered ? historyTexts.noneFound : historyTexts.none}</h2>
    <p>{hintOf({ isFiltered, isOwn })}</p>
    {isFiltered ? (
      <button type="button" className={`${buttonStyles.btn} sm`} onClick={onAll}>
        {historyTexts.clear}
      </button>
    ) : null}
  </div>
)
