import { verificationLabels } from '@netbox/product'
import { SECOND } from '@netbox/core'
import { FailedSheet } from '../../components/report/state-sheets.tsx'
import { Hops } from '../../components/run/progress-line.tsx'
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Mark, Status, AbsentGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { useInlineMessage } from '../../lib/page/toasts.ts'
import { useNow } from '../../lib/page/time.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import { ResultsStage } from './results-stage.tsx'
import { resumeVerification, stopVerification } from './verification-run.ts'
import { elapsedOf, progressOf, secondsLeft, type VerificationState } from './verification-state.ts'

const two = (value: number): string => String(value).padStart(2, '0')

const clockOf = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / SECOND)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':')
}

const How = ({ phase }: Pick<VerificationState, 'phase'>) => {
  if (phase === 'complete') return <Status severity="pass">{verificationTexts.complete}</Status>
  if (phase === 'failed') return <Status severity="critical">{verificationTexts.broken}</Status>
  if (phase === 'stopped')
    return (
      <Mark className="text-ink-3" glyph={<AbsentGlyph />}>
        {verificationTexts.stopped}
      </Mark>
    )
  return (
    <TextButton className="text-sm" onClick={stopVerification}>
      {verificationTexts.stop}
    </TextButton>
  )
}

const Outlook = ({ state, now }: { readonly state: VerificationState; readonly now: number }) => {
  if (state.phase === 'stopped')
    return (
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="sm muted">{verificationTexts.stoppedWhy}</p>
        <Button isSmall onClick={resumeVerification}>
          {verificationTexts.goOn}
        </Button>
      </div>
    )
  if (state.phase !== 'verifying') return null
  const left = secondsLeft(state, now)
  return (
    <p className="sm muted mt-3 min-h-5">
      {state.results.length === 0 ? verificationTexts.asked : left === undefined ? null : verificationTexts.left(left)}
    </p>
  )
}

const MOST = 10

interface ProgressLineProps {
  readonly percent: number
  readonly total: number
  readonly known: number
  /** The text for screen readers. */
  readonly words: string
}

/** Draws the line from the first address to the last: a hop for each address, or for each tenth of the list. */
const ProgressLine = ({ percent, total, known, words }: ProgressLineProps) => {
  const hops = Math.max(1, Math.min(MOST, total))
  return (
    <Hops
      count={hops}
      reached={percent === 100 ? hops : Math.floor((known / Math.max(1, total)) * hops)}
      aria-labelledby="progress-title"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={words}
    />
  )
}

/** The second stage: the progress, with buttons to stop the verification and to continue it after an interruption. */
const RunStage = ({ state }: { readonly state: VerificationState }) => {
  const { phase, emails, results, failure } = state
  const now = useNow(SECOND, phase === 'verifying')
  useInlineMessage(failure?.said.message)
  const known = verificationTexts.known(results.length, emails.length)
  return (
    <Stage name={verificationTexts.run} node="step" facts={[known, clockOf(elapsedOf(state, now))]}>
      <Card aria-labelledby="progress-title">
        <div className="mb-3.5 flex items-baseline justify-between gap-3">
          <h2 className="text-lg" id="progress-title">
            {verificationLabels.progress}
          </h2>
          <How phase={phase} />
        </div>
        <ProgressLine percent={progressOf(state)} total={emails.length} known={results.length} words={known} />
        <Outlook state={state} now={now} />
      </Card>
      {failure === undefined ? null : (
        <FailedSheet error={{ ...failure, code: 'failed' }} onRetry={resumeVerification} />
      )}
    </Stage>
  )
}

/** The stages after the form: the run, and the results so far. */
export const VerificationStages = ({ state }: { readonly state: VerificationState }) => (
  <>
    <RunStage state={state} />
    <ResultsStage state={state} />
  </>
)
