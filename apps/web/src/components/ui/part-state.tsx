import { labels } from '@netbox/product'
import type { Loaded } from '../../lib/use-loaded.ts'
import { RetryGlyph } from './glyphs/action-glyphs.tsx'
import { StatusGlyph } from './glyphs/status-glyph.tsx'
import './part-state.css'

interface PartStateProps {
  readonly of: Pick<Loaded<unknown>, 'value' | 'isLoading' | 'failure' | 'reload'>
  /** The message for a failed load. */
  readonly failed: string
  /** The number of lines to reserve while it loads. */
  readonly lines?: number
}

/** A placeholder for a part of a page: hatched while it loads, with Retry after a failure. */
export const PartState = ({ of: { value, isLoading, failure, reload }, failed, lines = 3 }: PartStateProps) => (
  <div role="status" className="part-state">
    {failure === undefined ? null : (
      <div className="part-failed">
        <StatusGlyph severity="critical" />
        <div>
          <b>{failed}</b>
          {failure.message === '' ? null : <p>{failure.message}</p>}
        </div>
        <button type="button" className="btn sm" onClick={reload}>
          <RetryGlyph />
          {labels.retry}
        </button>
      </div>
    )}
    {isLoading && value === undefined ? (
      <div className="part-loading">
        <span className="vh">{labels.loading}</span>
        {Array.from({ length: lines }, (_, line) => (
          <i key={line} />
        ))}
      </div>
    ) : null}
  </div>
)
