import { findTool } from '@netbox/core'
import { labels } from '@netbox/product'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { RetryGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import type { Failure } from '../../lib/session/requests.ts'
import { openPalette } from '../../lib/page/palette.ts'
import { toolPagePath } from '../../lib/runs/run-links.ts'
import { useNow } from '../../lib/page/time.ts'
import { overviewTexts } from '../../texts/dashboard.ts'
import { DayFrame } from './day-figure.tsx'

const MIDDLE = 20

/** A line through the whole width, from the source on its left to the ring on its right. */
const Line = ({ hasBegun, children }: { readonly hasBegun: boolean; readonly children: ReactNode }) => (
  <svg className="mt-2.5 mb-1 block overflow-visible" width="100%" height={2 * MIDDLE} aria-hidden="true">
    {children}
    {hasBegun ? <circle cx="8" cy={MIDDLE} r="8" fill="var(--color-signal)" /> : null}
    <svg x="100%" overflow="visible">
      <circle
        cx="-9"
        cy={MIDDLE}
        r="8"
        fill="none"
        stroke="var(--color-control)"
        strokeWidth="1.5"
        strokeDasharray="3 2.5"
      />
    </svg>
  </svg>
)

const Dashes = ({ from }: { readonly from: string }) => (
  <line
    x1={from}
    x2="100%"
    y1={MIDDLE}
    y2={MIDDLE}
    stroke="var(--color-control)"
    strokeWidth="1.5"
    strokeDasharray="3 5"
  />
)

/** Suggests a first run to a user without any activity. */
export const FirstRun = () => {
  const first = findTool('ping-test')
  return (
    <div className="grid justify-items-start gap-1.5 pt-5 pb-3.5">
      <h3 className="font-display text-lg leading-head font-medium">{overviewTexts.firstRun}</h3>
      <p className="max-w-text text-ui text-ink-2">{overviewTexts.firstRunHint}</p>
      <Line hasBegun>
        <Dashes from="16" />
      </Line>
      <p className="flex flex-wrap gap-2">
        {first === undefined ? null : (
          <ButtonLink variant="primary" isSmall href={toolPagePath(first)}>
            {overviewTexts.runFirst(first.name)}
          </ButtonLink>
        )}
        <Button isSmall onClick={() => openPalette()}>
          {overviewTexts.chooseTool}
        </Button>
      </p>
    </div>
  )
}

/** The placeholder of the day while it loads: invisible at first, then hatched. */
export const DayAwaited = () => {
  const now = useNow(30_000)
  return (
    <div className="animate-late">
      <span className="vh" role="status">
        {labels.loading}
      </span>
      <DayFrame now={new Date(now)}>
        <i className="hatched mb-24 block h-6 w-[min(420px,60%)]" />
        <Line hasBegun={false}>
          <Dashes from="0" />
        </Line>
      </DayFrame>
    </div>
  )
}

interface PartFailedProps {
  /** The name of the part. */
  readonly name: string
  readonly failure: Failure | undefined
  readonly onRetry: () => void
}

/** Says which part of the page did not load, and loads it again. */
export const PartFailed = ({ name, failure, onRetry }: PartFailedProps) => (
  <div role="status">
    {failure === undefined ? null : (
      <div className="grid justify-items-start gap-1.5 pt-5 pb-3.5">
        <Line hasBegun>
          <line x1="16" x2="38%" y1={MIDDLE} y2={MIDDLE} stroke="var(--color-signal)" strokeWidth="2.5" />
          <line
            x1="38%"
            x2="60%"
            y1={MIDDLE}
            y2={MIDDLE}
            stroke="var(--color-crit)"
            strokeWidth="2"
            strokeDasharray="5 4"
          />
          <Dashes from="60%" />
          <svg x="60%" overflow="visible" className="text-crit">
            <svg x="-9" y={MIDDLE - 9} width="18" height="18">
              <StatusGlyph severity="critical" />
            </svg>
          </svg>
        </Line>
        <h3 className="font-display text-lg leading-head font-medium">{overviewTexts.partFailed(name)}</h3>
        <p className="max-w-text text-ui text-ink-2">
          {failure.message} {overviewTexts.othersWork}
        </p>
        <Button isSmall className="mt-1.5" onClick={onRetry}>
          <RetryGlyph />
          {labels.retry}
        </Button>
      </div>
    )}
  </div>
)
