import { ResultsStage } from './results-stage.tsx'
import { RunStage } from './run-stage.tsx'
import type { VerificationState } from './verification-state.ts'

/** The stages after the form: the run, and the results so far. */
export const VerificationStages = ({ state }: { readonly state: VerificationState }) => (
  <>
    <RunStage state={state} />
    <ResultsStage state={state} />
  </>
)
