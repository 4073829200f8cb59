import type { Refusal } from '@netbox/core'
import { labels, type Notice } from '@netbox/product'
import type { ComponentProps, ReactNode } from 'react'
import { SignalLine } from '../stages/stage-list.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { RetryGlyph } from '../ui/glyphs/line-glyphs.tsx'
import { keyFigures } from './key-figures.tsx'
import { sheetEdge, sheetHead } from './sheet.tsx'

const LINE = 'w-[260px] max-w-full'

const Sheet = ({
  refusal: { title, message },
  line,
  className = '',
  children,
}: {
  readonly refusal: Notice
  readonly line: ReactNode
  readonly className?: string | undefined
  readonly children?: ReactNode
}) => (
  <Card aria-label={title} className={`not-first:border-t-0 [&>:is([href],[type])]:mt-3.5 ${className}`}>
    {line}
    <h2 className="mt-4.5 mb-1.5 text-lg">{title}</h2>
    <p className="max-w-text text-ui text-ink-2">{message}</p>
    {children}
  </Card>
)

interface RefusedSheetProps {
  readonly refusal: Refusal
  /** The only action: a small button, as a link or not. */
  readonly children?: ReactNode
}

/** Shows a refused run: the line stops at a bar. */
export const RefusedSheet = ({ refusal, children }: RefusedSheetProps) => (
  <Sheet
    refusal={refusal}
    line={
      <SignalLine className={LINE}>
        <path d="M12 20h96" />
        <path d="M116 2v36" stroke="var(--color-ink)" strokeWidth="4" />
        <path d="M124 20h102" stroke="var(--color-control)" strokeWidth="1.5" strokeDasharray="2 6" />
        <circle cx="236" cy="20" r="8" stroke="var(--color-control)" strokeWidth="1.5" />
      </SignalLine>
    }
  >
    {children}
  </Sheet>
)

interface FailedSheetProps {
  readonly error: Refusal
  readonly onRetry: () => void
}

/** Shows a failed run: the line is broken, with a Retry button. */
export const FailedSheet = ({ error, onRetry }: FailedSheetProps) => (
  <Sheet
    refusal={error}
    line={
      <SignalLine className={LINE}>
        <path d="M12 20h70" />
        <path d="M82 20h34" stroke="var(--color-crit)" strokeDasharray="5 4" />
        <path d="M122 13l14 14M136 13l-14 14" stroke="var(--color-crit)" />
        <circle cx="236" cy="20" r="8" stroke="var(--color-control)" strokeWidth="1.5" />
      </SignalLine>
    }
  >
    <Button isSmall onClick={onRetry}>
      <RetryGlyph />
      {labels.retry}
    </Button>
  </Sheet>
)

/** The line of stages before the first run. */
export const EmptyStages = () => (
  <svg className={`fill-none stroke-control ${LINE}`} viewBox="0 0 260 40" strokeWidth="1.5" aria-hidden="true">
    <circle cx="12" cy="20" r="8" strokeDasharray="3 2.5" />
    <path d="M20 20h208" strokeDasharray="2 6" />
    <circle cx="236" cy="20" r="8" strokeDasharray="3 2.5" />
  </svg>
)

/** A placeholder for missing content. */
export const EmptySheet = ({ title, message, className }: Notice & { readonly className: string | undefined }) => (
  <Sheet refusal={{ title, message }} line={<EmptyStages />} className={className} />
)

/** A place whose content is not there yet, hatched. */
export const Hatched = ({ className = '', ...place }: ComponentProps<'div'>) => (
  <div {...place} className={`block h-3 hatched ${className}`} />
)

const LABEL = 'w-[min(180px,60%)]'

/** Reserves the space of a report while the tool runs, in the shape of a report: hatched, without animation. */
export const ReportSkeleton = ({ label }: { readonly label: string }) => (
  <Card isFlush data-report role="status">
    <p className="vh">{label}</p>
    <div className={sheetHead.line}>
      <Hatched className={LABEL} />
      <Hatched className="h-6 w-[98px]" />
    </div>
    <div className={sheetHead.verdict}>
      <Hatched className="h-[calc(var(--text-3xl)*0.86)] w-[min(420px,80%)]" />
      <Hatched className="h-[calc(var(--text-3xl)*0.86)] w-[min(360px,64%)]" />
      <Hatched className="mt-1.5 mb-2 w-[min(560px,90%)]" />
    </div>
    <div className={keyFigures.list(4)}>
      {['a', 'b', 'c', 'd'].map((name) => (
        <div key={name} className={keyFigures.item}>
          <Hatched className={LABEL} />
          <Hatched className="mt-2.5 mb-5 h-7 w-[72px]" />
        </div>
      ))}
    </div>
    <div className={`pt-5 pb-6 ${sheetEdge}`}>
      <Hatched className="mt-12 h-[220px]" />
    </div>
  </Card>
)
