import { resultFileName, type ToolRun } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { useEffect } from 'react'
import { JsonText } from '../../components/report/json-view.tsx'
import { OutcomeStage, RunOutcome, type StagesProps } from '../../components/run/stages.tsx'
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { CopyGlyph, DownloadGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { copyAndSay, toast } from '../../lib/page/toasts.ts'
import { saveFile } from '../../lib/page/clipboard.ts'
import { showMilliseconds } from '../../lib/page/time.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { runTexts, toolRunNotices } from '../../texts/tool-run.ts'

/** Handles Escape, which ends a run like its button does. */
const useEscape = (isRunning: boolean, onStop: () => void): void => {
  useEffect(() => {
    if (!isRunning) return undefined
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && document.querySelector('dialog[open]') === null) onStop()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isRunning, onStop])
}

const Progress = ({ state, onStop }: Pick<StagesProps, 'state' | 'onStop'>) => {
  const { phase, progress, log } = state
  const isRunning = phase === 'running'
  useEscape(isRunning, onStop)
  return (
    <Stage name={runTexts.run} node="step" line={phase === 'succeeded' ? 'drawn' : 'pending'}>
      <Card aria-label={labels.executionProgress}>
        <div
          className="h-2 overflow-hidden border border-control bg-tint"
          role="progressbar"
          aria-label={labels.executionProgress}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={progress}
        >
          <svg className="size-full" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect
              className="fill-signal [transition:width_var(--d-3)_var(--default-transition-timing-function)]"
              width={progress}
              height="6"
            />
          </svg>
        </div>
        <p className="mt-2.5 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 text-ui">
          <span>{isRunning ? toolPanelTexts.progress(progress) : <RunOutcome {...state} />}</span>
          <span className="font-mono text-xs text-ink-3">{log.at(-1)?.text}</span>
          {isRunning ? (
            <Button isSmall className="ml-auto" onClick={onStop} aria-keyshortcuts="Escape">
              {toolPanelTexts.stop}
            </Button>
          ) : null}
        </p>
      </Card>
    </Stage>
  )
}

const copyWords = { copied: toasts.copied, notCopied: toolRunNotices.notCopied }

const ResultJson = ({ run }: { readonly run: ToolRun }) => {
  const json = JSON.stringify(run.result, null, 2)
  const save = (): void => {
    saveFile(resultFileName(run).replace(/\.txt$/, '.json'), `${json}\n`, 'application/json')
    toast('pass', toasts.downloaded)
  }
  return (
    <div className="px-6 py-5 max-md:px-4">
      <div className="mb-2.5 flex flex-wrap justify-end gap-2">
        <Button isSmall onClick={() => void copyAndSay(json, copyWords)}>
          <CopyGlyph />
          {toolPanelTexts.copyJson}
        </Button>
        <Button isSmall onClick={save}>
          <DownloadGlyph />
          {toolPanelTexts.downloadJson}
        </Button>
      </div>
      <JsonText json={json} label={toolPanelTexts.result} />
    </div>
  )
}

const extras = (run: ToolRun) => ({
  done: (
    <p className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1" role="status">
      <span>{labels.analysisCompleted}</span>
      <span className="quiet mono">{toolPanelTexts.took(showMilliseconds(run.executionTime))}</span>
    </p>
  ),
  json: <ResultJson run={run} />,
})

/** The stages of a started run: its progress and its outcome. */
export const PanelStages = ({ state, onStop, ...outcome }: StagesProps) => (
  <>
    {/* A run beyond the daily limit is refused at the start, so there is no progress to show. */}
    {state.error?.code === 'daily_limit_reached' ? null : <Progress state={state} onStop={onStop} />}
    <OutcomeStage state={state} extras={extras} {...outcome} />
  </>
)
