import { verificationLabels } from '@netbox/product'
import { AbsentGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { FailedSheet } from '../../components/report/state-sheets.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { useInlineMessage } from '../../lib/inline-messages.ts'
import { useNow } from '../../lib/use-now.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import { ProgressLine } from './progress-line.tsx'
import { resumeVerification, stopVerification } from './verification-run.ts'
import { elapsedOf, progressOf, secondsLeft, type VerificationState } from './verification-state.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as chip from '../../components/ui/chip.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './run-stage.module.css'

const SECOND = 1000

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
      <span className={`${chip.st} non`} data-status>
        <AbsentGlyph />
        {verificationTexts.stopped}
      </span>
    )
  return (
    <button type="button" className={styles.vfLink} onClick={stopVerification}>
      {verificationTexts.stop}
    </button>
  )
}

const Outlook = ({ state, now }: { readonly state: VerificationState; readonly now: number }) => {
  if (state.phase === 'stopped')
    return (
      <div className={styles.vfStopped}>
        <p className="sm muted">{verificationTexts.stoppedWhy}</p>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={resumeVerification}>
          {verificationTexts.goOn}
        </button>
      </div>
    )
  if (state.phase !== 'verifying') return null
  const left = secondsLeft(state, now)
  return (
    <p className={`sm muted ${styles.vfOutlook}`}>
      {state.results.length === 0 ? verificationTexts.asked : left === undefined ? null : verificationTexts.left(left)}
    </p>
  )
}

/** The second stage: the progress, with buttons to stop the verification and to continue it after an interruption. */
export const RunStage = ({ state }: { readonly state: VerificationState }) => {
  const { phase, emails, results, failure } = state
  const now = useNow(SECOND, phase === 'verifying')
  useInlineMessage(failure?.said.message)
  const known = verificationTexts.known(results.length, emails.length)
  return (
    <Stage name={verificationTexts.run} node="step" facts={[known, clockOf(elapsedOf(state, now))]}>
      <div className={panel.card}>
        <div className={panel.pad}>
          <div className={styles.vfHead}>
            <h2 id="progress-title">{verificationLabels.progress}</h2>
            <How phase={phase} />
          </div>
          <ProgressLine percent={progressOf(state)} total={emails.length} known={results.length} words={known} />
          <Outlook state={state} now={now} />
        </div>
      </div>
      {failure === undefined ? null : (
        <FailedSheet error={{ ...failure, code: 'failed' }} onRetry={resumeVerification} />
      )}
    </Stage>
  )
}
