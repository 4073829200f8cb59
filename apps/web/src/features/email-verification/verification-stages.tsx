import { ResultsStage } from './results-stage.tsx'
import { RunStage } from './run-stage.tsx'
import type { VerificationState } from './verification-state.ts'
import '../../styles/progress.css'
import '../../styles/report.css'

/** What follows the ask: the run, and what is known so far. */
export const VerificationStages = ({ state }: { readonly state: VerificationState }) => (
  <>
    <RunStage state={state} />
    <ResultsStage state={state} />
  </>
)
