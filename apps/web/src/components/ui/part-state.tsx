import { labels } from '@netbox/product'
import type { Loaded } from '../../lib/use-loaded.ts'
import { failureTexts } from '../../texts/failures.ts'
import { RetryGlyph } from './glyphs/action-glyphs.tsx'
import { StatusGlyph } from './glyphs/status-glyph.tsx'
import './part-state.css'

interface PartStateProps {
  readonly of: Pick<Loaded<unknown>, 'value' | 'isLoading' | 'failure' | 'reload'>
  /** What is said when it could not be loaded. */
  readonly failed: string
  /** How many lines its place has while it loads. */
  readonly lines?: number
}

const FailedPart = ({ title, text, onRetry }: { title: string; text?: string; onRetry: () => void }) => (
  <div className="part-failed">
    <StatusGlyph severity="critical" />
    <div>
      <b>{title}</b>
      {text === undefined || text === '' ? null : <p>{text}</p>}
    </div>
    <button type="button" className="btn sm" onClick={onRetry}>
      <RetryGlyph />
      {labels.retry}
    </button>
  </div>
)

/** Stands where a part of a page will be: hatched while it is loaded, with Retry when that failed. */
export const PartState = ({ of: { value, isLoading, failure, reload }, failed, lines = 3 }: PartStateProps) => (
  <div role="status" className="part-state">
    {failure === undefined ? null : <FailedPart title={failed} text={failure.message} onRetry={reload} />}
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

/** Stands where a part of a page would be whose code could not be loaded. */
export const AbsentPart = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div role="alert" className="part-state wrap">
    <FailedPart title={failureTexts.absentPart} text={failureTexts.absentWhy} onRetry={onRetry} />
  </div>
)
