import { homeSteps, logTime, type RunState } from '@netbox/core'
import { labels } from '@netbox/product'
import { Fragment, useState } from 'react'
import { RunOutcome } from '../../components/run/run-outcome.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { runTexts } from '../../texts/run-stages.ts'
import { showMilliseconds } from '../../lib/show-time.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as textButton from '../../components/ui/text-button.module.css'
import * as progressStyles from '../../components/run/progress.module.css'
import * as styles from './run-stages.module.css'

// The steps of a run's progress, in per cent (spec §9).
const checkpoints: readonly number[] = [0, 10, ...homeSteps.map(({ progress }) => progress), 100]

// The packet moves from node to node. The line behind it is solid, the line ahead is dashed.
const ProgressLine = ({ progress }: { readonly progress: number }) => (
  <>
    <div
      className={`${progressStyles.hops} ${styles.hops}`}
      role="progressbar"
      aria-label={labels.executionProgress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress}
    >
      {checkpoints.flatMap((checkpoint, at) => {
        const className = checkpoint <= progress ? '' : progressStyles.todo
        const node = <i key={checkpoint} className={className} />
        return at === 0 ? [node] : [<s key={`to ${checkpoint}`} className={className} />, node]
      })}
    </div>
    <div className={progressStyles.hopn} aria-hidden="true">
      {checkpoints.map((checkpoint) => (
        <span key={checkpoint}>{checkpoint % 100 === 0 ? `${checkpoint} %` : checkpoint}</span>
      ))}
    </div>
  </>
)

const Log = ({ log }: Pick<RunState, 'log'>) => {
  const [isOpen, open] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${textButton.textbtn} ${progressStyles.showlog} ${styles.showlog}`}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {isOpen ? runTexts.hideLog : runTexts.showLog(log.length)}
      </button>
      <div
        className={
          isOpen ? `${progressStyles.log} ${styles.log} ${styles.open}` : `${progressStyles.log} ${styles.log}`
        }
        role="log"
        aria-label={runTexts.log}
      >
        {log.map(({ at, text, level }) => (
          <Fragment key={`${at} ${text}`}>
            <span>{logTime(at)}</span>
            <span className={level === 'error' ? 'crit' : undefined}>{text}</span>
          </Fragment>
        ))}
      </div>
    </>
  )
}

const Outcome = ({ phase, error, onStop }: Pick<RunState, 'phase' | 'error'> & { readonly onStop: () => void }) => {
  if (phase === 'running')
    return (
      <button type="button" className={`${buttonStyles.btn} sm`} onClick={onStop} aria-keyshortcuts="Escape">
        {runTexts.stop}
      </button>
    )
  return <RunOutcome phase={phase} error={error} />
}

const factsOf = ({ log, run }: Pick<RunState, 'log' | 'run'>): string[] => {
  const [first] = log
  if (first === undefined) return []
  return [`${logTime(first.at).slice(0, 8)} UTC`, ...(run === null ? [] : [showMilliseconds(run.executionTime)])]
}

interface RunStageProps {
  readonly state: RunState
  readonly onStop: () => void
}

/** The second stage: the progress of the run. */
export const RunStage = ({ state, onStop }: RunStageProps) => {
  const { phase, log, progress, error } = state
  return (
    <Stage name={runTexts.run} node="step" facts={factsOf(state)} line={phase === 'succeeded' ? 'drawn' : 'pending'}>
      <div className={panel.card}>
        <div className={panel.pad}>
          <div className={styles.runH}>
            <h2>{labels.executionProgress}</h2>
            <Outcome phase={phase} error={error} onStop={onStop} />
          </div>
          <ProgressLine progress={progress} />
          <Log log={log} />
        </div>
      </div>
    </Stage>
  )
}
