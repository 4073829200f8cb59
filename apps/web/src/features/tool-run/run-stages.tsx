import type { StagesProps } from '../../components/run/later-stages.tsx'
import { OutcomeStage } from '../../components/run/outcome-stage.tsx'
import { RunStage } from './run-stage.tsx'

/** The stages of a started run: its progress and its outcome. */
export const RunStages = ({ state, onStop, ...outcome }: StagesProps) => (
  <>
    <RunStage state={state} onStop={onStop} />
    <OutcomeStage state={state} {...outcome} />
  </>
)
