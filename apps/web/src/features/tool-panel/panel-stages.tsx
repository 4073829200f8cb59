import { resultFileName, type ToolRun } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { useEffect } from 'react'
import { JsonTree } from '../../components/report/json-tree.tsx'
import type { StagesProps } from '../../components/run/later-stages.tsx'
import { OutcomeStage } from '../../components/run/outcome-stage.tsx'
import { RunOutcome } from '../../components/run/run-outcome.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { CopyGlyph, DownloadGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { copyAndSay } from '../../lib/copy-and-say.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showMilliseconds } from '../../lib/show-time.ts'
import { toast } from '../../lib/toasts.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { runTexts, toolRunNotices } from '../../texts/run-stages.ts'
import * as reportStyles from '../../components/report/report.module.css'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as panelStyles from '../../components/ui/panel.module.css'
import * as styles from './tool-panel.module.css'
import * as progressStyles from '../../components/run/progress.module.css'
import * as stageStyles from './panel-stages.module.css'

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
      <div className={panelStyles.card}>
        <div className={`${panelStyles.pad} ${styles.panelRun}`}>
          <div
            className={`${progressStyles.bar} ${styles.bar}`}
            role="progressbar"
            aria-label={labels.executionProgress}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={progress}
          >
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect width={progress} height="6" />
            </svg>
          </div>
          <p className={styles.panelTold}>
            <span>{isRunning ? toolPanelTexts.progress(progress) : <RunOutcome {...state} />}</span>
            <span className="quiet">{log.at(-1)?.text}</span>
            {isRunning ? (
              <button type="button" className={`${buttonStyles.btn} sm`} onClick={onStop} aria-keyshortcuts="Escape">
                {toolPanelTexts.stop}
              </button>
            ) : null}
          </p>
        </div>
      </div>
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
    <div className={`${reportStyles.sec} ${reportStyles.view}`}>
      <div className={stageStyles.head}>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => void copyAndSay(json, copyWords)}>
          <CopyGlyph />
          {toolPanelTexts.copyJson}
        </button>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={save}>
          <DownloadGlyph />
          {toolPanelTexts.downloadJson}
        </button>
      </div>
      <JsonTree value={run.result} label={toolPanelTexts.result} />
    </div>
  )
}

const extras = (run: ToolRun) => ({
  done: (
    <p className={styles.panelDone} role="status">
      <Status severity="pass">{labels.analysisCompleted}</Status>
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
