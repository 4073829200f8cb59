import { labels } from '@netbox/product'
import { useInlineMessage } from '../../lib/inline-messages.ts'
import type { Loaded } from '../../lib/use-data.ts'
import { RetryGlyph } from './glyphs/action-glyphs.tsx'
import { StatusGlyph } from './glyphs/status-glyph.tsx'
import * as buttonStyles from './button.module.css'
import * as styles from './part-state.module.css'

interface PartStateProps {
  readonly of: Pick<Loaded<unknown>, 'value' | 'isLoading' | 'failure' | 'reload'>
  /** The message for a failed load. */
  readonly failed: string
  /** The number of lines to reserve while it loads. */
  readonly lines?: number
}

/** A placeholder for a part of a page: hatched while it loads, with Retry after a failure. */
export const PartState = ({ of: { value, isLoading, failure, reload }, failed, lines = 3 }: PartStateProps) => {
  useInlineMessage(failure === undefined ? undefined : failed)
  return (
    <div role="status">
      {failure === undefined ? null : (
        <div className={styles.partFailed}>
          <StatusGlyph severity="critical" />
          <div>
            <b>{failed}</b>
            {failure.message === '' ? null : <p>{failure.message}</p>}
          </div>
          <button type="button" className={`${buttonStyles.btn} sm`} onClick={reload}>
            <RetryGlyph />
            {labels.retry}
          </button>
        </div>
      )}
      {isLoading && value === undefined ? (
        <div className={styles.partLoading}>
          <span className="vh">{labels.loading}</span>
          {Array.from({ length: lines }, (_, line) => (
            <i key={line} />
          ))}
        </div>
      ) : null}
    </div>
  )
}
