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
import * as styles from './report.module.css'
import * as buttonStyles from '../ui/button.module.css'

const words = { copied: toasts.copied, notCopied: toolRunNotices.notCopied }

const colors = { key: styles.jKey, string: styles.jString, number: styles.jNumber, word: styles.jWord } as const

/** Shows the whole run as JSON; scrolls by keyboard too. */
export const JsonView = ({ run }: { readonly run: ToolRun }) => {
  const json = runJson(run)
  const tokens = useMemo(() => jsonTokens(json), [json])
  return (
    <div className={`${styles.sec} ${styles.view}`}>
      <div className={styles.acts}>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => void copyAndSay(json, words)}>
          <CopyGlyph />
          {reportTexts.copyJson}
        </button>
        <button
          type="button"
          className={`${buttonStyles.btn} sm`}
          onClick={() => saveFile(resultFileName(run).replace(/\.txt$/, '.json'), `${json}\n`, 'application/json')}
        >
          <DownloadGlyph />
          {reportTexts.downloadJson}
        </button>
      </div>
      <section
        className={styles.plain}
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
              <span key={at} className={colors[kind]}>
                {text}
              </span>
            ),
          )}
        </pre>
      </section>
    </div>
  )
}
