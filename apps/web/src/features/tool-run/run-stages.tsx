import { homeSteps, logTime, type RunState } from '@netbox/core'
import { labels } from '@netbox/product'
import { Fragment, useState } from 'react'
import { HopNames, Hops } from '../../components/run/progress-line.tsx'
import { OutcomeStage, RunOutcome, type StagesProps } from '../../components/run/stages.tsx'
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { showMilliseconds } from '../../lib/page/time.ts'
import { runTexts } from '../../texts/tool-run.ts'

// The steps of a run's progress, in per cent (spec §9).
const checkpoints: readonly number[] = [0, 10, ...homeSteps.map(({ progress }) => progress), 100]

/** The log of a run. It has its final height, so that new lines do not move the content below. A phone shows it on demand. */
const Log = ({ log }: Pick<RunState, 'log'>) => {
  const [isOpen, open] = useState(false)
  return (
    <>
      <TextButton className="mt-3 md:hidden" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {isOpen ? runTexts.hideLog : runTexts.showLog(log.length)}
      </TextButton>
      <div
        className={`mt-3 grid min-h-[5lh] grid-cols-[max-content_1fr] content-start gap-x-4 font-mono text-xs leading-read text-ink-2 ${isOpen ? '' : 'max-md:hidden'}`}
        role="log"
        aria-label={runTexts.log}
      >
        {log.map(({ at, text, level }) => (
          <Fragment key={`${at} ${text}`}>
            <span className="text-ink-3">{logTime(at)}</span>
            <span className={level === 'error' ? 'text-crit' : undefined}>{text}</span>
          </Fragment>
        ))}
      </div>
    </>
  )
}

/** Returns the start of a run and, after its end, the time that it took, both from its log. */
const factsOf = ({ log, run }: Pick<RunState, 'log' | 'run'>): string[] => {
  const [first, last] = [log[0], log.at(-1)]
  if (first === undefined || last === undefined) return []
  return [`${logTime(first.at).slice(0, 8)} UTC`, ...(run === null ? [] : [showMilliseconds(last.at - first.at)])]
}

const Progress = ({ state, onStop }: Pick<StagesProps, 'state' | 'onStop'>) => {
  const { phase, log, progress, error } = state
  return (
    <Stage name={runTexts.run} node="step" facts={factsOf(state)} line={phase === 'succeeded' ? 'drawn' : 'pending'}>
      <Card
        title={labels.executionProgress}
        aside={
          phase === 'running' ? (
            <Button isSmall className="ml-auto" onClick={onStop} aria-keyshortcuts="Escape">
              {runTexts.stop}
            </Button>
          ) : (
            <span className="ml-auto flex h-9 items-center">
              <RunOutcome phase={phase} error={error} />
            </span>
          )
        }
      >
        <Hops
          count={checkpoints.length - 1}
          reached={checkpoints.findLastIndex((checkpoint) => checkpoint <= progress)}
          aria-label={labels.executionProgress}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={progress}
        />
        <HopNames names={checkpoints.map((checkpoint) => (checkpoint % 100 === 0 ? `${checkpoint} %` : checkpoint))} />
        <Log log={log} />
      </Card>
    </Stage>
  )
}

/** The stages of a started run: its progress and its outcome. */
export const RunStages = ({ state, onStop, ...outcome }: StagesProps) => (
  <>
    <Progress state={state} onStop={onStop} />
    <OutcomeStage state={state} {...outcome} />
  </>
)
