import type { RunState } from '@netbox/core'
import { createElement, useEffect } from 'react'
import type { Deferred } from '../../lib/deferred.ts'
import { type RunOrder, sameAgain } from '../../lib/run-order.ts'
import type { HeldRun } from '../../lib/use-tool-run.ts'
import { drawWorld } from '../../lib/visit.ts'
import type { ReportStageProps } from './report-stage.tsx'
import * as placeStyles from '../ui/place.module.css'

/** The properties of the stages after the first. */
export interface StagesProps extends Pick<ReportStageProps, 'isRepeated' | 'onAgain' | 'onNewWorld'> {
  readonly state: RunState
  readonly onStop: () => void
  readonly onRetry: () => void
}

interface LaterStagesProps {
  /** The stages of the surface, whose code loads with the first run. */
  readonly part: Deferred<StagesProps>
  readonly current: HeldRun | undefined
  /** Whether the address has a report that the page will show. */
  readonly isToCome: boolean
  readonly order: (order: RunOrder) => void
  readonly cancel: () => void
  /** Called if the code of the stages can't be loaded. */
  readonly onAbsent: () => void
}

/** The stages after the first, once a run has started. */
export const LaterStages = ({ part, current, isToCome, order, cancel, onAbsent }: LaterStagesProps) => {
  const Stages = part.use()
  const isStarted = current !== undefined && current.state.phase !== 'idle'
  const isNeeded = isStarted || isToCome
  useEffect(() => {
    if (!isNeeded) return
    // From here on, the place below keeps the height of the page, and the browser its scroll position.
    document.documentElement.removeAttribute('data-opened')
    part.load().catch(onAbsent)
    // The other properties are new at each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNeeded])
  if (isStarted && Stages !== undefined) {
    const { state, isRepeated } = current
    const again = (orderOf: (run: NonNullable<RunState['run']>) => RunOrder) => () =>
      state.run === null ? undefined : order(orderOf(state.run))
    return createElement(Stages, {
      state,
      isRepeated,
      onStop: cancel,
      onRetry: () => order(current.order),
      onAgain: again(sameAgain),
      onNewWorld: again(({ input }) => ({ ...drawWorld(), input })),
    })
  }
  return isToCome || current?.isRepeated === true ? <div className={placeStyles.reportPlace} /> : null
}
