import { resultFileName, type ToolRun } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { useMemo } from 'react'
import { copyAndSay } from '../../lib/copy-and-say.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toolRunNotices } from '../../texts/run-stages.ts'
import { CopyGlyph, DownloadGlyph } from '../ui/glyphs/action-glyphs.tsx'
import { jsonTokens } from './json-tokens.ts'
import { runJson } from './report-views.ts'
import { reportTexts } from '../../texts/report.ts'

const words = { copied: toasts.copied, notCopied: toolRunNotices.notCopied }

/** Shows the whole run as JSON. Keyboard users can scroll it too. */
export const JsonView = ({ run }: { readonly run: ToolRun }) => {
  const json = runJson(run)
  const tokens = useMemo(() => jsonTokens(json), [json])
  return (
    <div className="sec view">
      <div className="acts">
        <button type="button" className="btn sm" onClick={() => void copyAndSay(json, words)}>
          <CopyGlyph />
          {reportTexts.copyJson}
        </button>
        <button
          type="button"
          className="btn sm"
          onClick={() => saveFile(resultFileName(run).replace(/\.txt$/, '.json'), `${json}\n`, 'application/json')}
        >
          <DownloadGlyph />
          {reportTexts.downloadJson}
        </button>
      </div>
      <section
        className="plain json"
        aria-label={`${reportTexts.json}: ${labels.analysisOutput(run.input)}`}
        // A scrolling region must be reachable by keyboard.
        tabIndex={0}
      >
        <pre>
          {tokens.map(({ kind, text }, at) =>
            kind === 'mark' ? (
              text
            ) : (
              // Pieces of one text: their order is all they have.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at} className={`j-${kind}`}>
                {text}
              </span>
            ),
          )}
        </pre>
      </section>
    </div>
  )
}
