import { labels } from '@netbox/product'
import { useInlineMessage } from '../../lib/page/toasts.ts'
import type { Loaded } from '../../lib/session/data.tsx'
import { Button } from './button.tsx'
import { RetryGlyph } from './glyphs/line-glyphs.tsx'
import { StatusGlyph } from './glyphs/status-glyph.tsx'

interface PartStateProps {
  readonly of: Pick<Loaded<unknown>, 'value' | 'isLoading' | 'failure' | 'reload'>
  /** The message for a failed load. */
  readonly failed: string
  /** The number of lines to reserve while it loads. */
  readonly lines?: number
}

/** Hatched lines in the place of content that loads. */
export const Hatched = ({ label, lines }: { readonly label: string; readonly lines: number }) => (
  <div className="grid animate-late gap-3.5 py-3.5">
    <span className="vh">{label}</span>
    {Array.from({ length: lines }, (_, line) => (
      <i key={line} className="h-6 hatched" />
    ))}
  </div>
)

/** A placeholder for a part of a page: hatched while it loads, with Retry after a failure. */
export const PartState = ({ of: { value, isLoading, failure, reload }, failed, lines = 3 }: PartStateProps) => {
  useInlineMessage(failure === undefined ? undefined : failed)
  return (
    <div className="empty:absolute" role="status">
      {failure === undefined ? null : (
        <div className="grid grid-cols-[18px_minmax(0,1fr)] items-center gap-3 py-3.5 text-ui sm:grid-cols-[18px_minmax(0,1fr)_auto] [&>svg]:size-4.5">
          <StatusGlyph severity="critical" />
          <div>
            <b>{failed}</b>
            {failure.message === '' ? null : <p className="text-ink-2">{failure.message}</p>}
          </div>
          <Button isSmall className="max-sm:col-start-2 max-sm:justify-self-start" onClick={reload}>
            <RetryGlyph />
            {labels.retry}
          </Button>
        </div>
      )}
      {isLoading && value === undefined ? <Hatched label={labels.loading} lines={lines} /> : null}
    </div>
  )
}
