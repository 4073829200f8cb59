import type { RunState } from '@netbox/core'
import { OutcomeStage } from '../../components/run/outcome-stage.tsx'
import type { ReportStageProps } from '../../components/run/report-stage.tsx'
import { RunStage } from './run-stage.tsx'

/** The properties of the stages after the first. */
export interface RunStagesProps extends Pick<ReportStageProps, 'onAgain' | 'onNewSeed'> {
  readonly state: RunState
  readonly onStop: () => void
  readonly onRetry: () => void
}

/** The stages of a started run: its progress and its outcome. */
export const RunStages = ({ state, onStop, ...outcome }: RunStagesProps) => (
  <>
    <RunStage state={state} onStop={onStop} />
    <OutcomeStage state={state} {...outcome} />
  </>
)
