import { Breakable } from './breakable.tsx'
import { splitWhole } from './split-whole.ts'
import * as styles from './report.module.css'

/** Shows a sentence that keeps numbers with their units, and avoids breaks inside names. */
export const WholeWords = ({ text }: { readonly text: string }) =>
  splitWhole(text).map(({ text: piece, isWhole }, at) =>
    isWhole ? (
      // Pieces of one sentence: their order is all they have.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={at} className={styles.whole}>
        <Breakable text={piece} />
      </span>
    ) : (
      piece
    ),
  )
