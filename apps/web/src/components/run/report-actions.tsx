import { resultFileName, type ToolRun } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import { CopyGlyph, DownloadGlyph, ShareGlyph } from '../ui/glyphs/action-glyphs.tsx'
import { runText } from '../report/report-views.ts'
import { copyAndSay } from '../../lib/copy-and-say.ts'
import { saveFile } from '../../lib/save-file.ts'
import { comparePath } from '../../lib/share-link.ts'
import { toast } from '../../lib/toasts.ts'
import { runTexts, toolRunNotices } from '../../texts/run-stages.ts'
import * as buttonStyles from '../ui/button.module.css'
import * as textButton from '../ui/text-button.module.css'
import * as styles from './report-actions.module.css'

const copyWords = { copied: toasts.copied, notCopied: toolRunNotices.notCopied }

const downloadReport = (run: ToolRun): void => {
  saveFile(resultFileName(run), runText(run))
  toast('pass', toasts.downloaded)
}

interface ReportActionsProps {
  readonly run: ToolRun
  readonly share: {
    readonly isOpen: boolean
    readonly id: string
    readonly toggle: () => void
  }
  readonly shareButton: RefObject<HTMLButtonElement | null>
  /** Absent if the page has its own way to run again. */
  readonly onAgain?: () => void
  readonly onNewWorld?: () => void
}

/** The actions on a report. */
export const ReportActions = ({ run, share, shareButton, onAgain, onNewWorld }: ReportActionsProps) => (
  <>
    {onAgain === undefined ? null : (
      <div className={styles.again}>
        <button type="button" className={textButton.textbtn} onClick={onAgain}>
          {runTexts.again}
        </button>
        <button type="button" className={textButton.textbtn} onClick={onNewWorld}>
          {runTexts.inNewWorld}
        </button>
        <Link className={textButton.textbtn} href={comparePath(run)}>
          {runTexts.compareWith}
        </Link>
      </div>
    )}
    <div className={styles.take}>
      <button
        type="button"
        className={`${buttonStyles.btn} sm`}
        onClick={() => void copyAndSay(runText(run), copyWords)}
      >
        <CopyGlyph />
        {labels.copy}
      </button>
      <button type="button" className={`${buttonStyles.btn} sm`} onClick={() => downloadReport(run)}>
        <DownloadGlyph />
        {labels.download}
      </button>
      <button
        type="button"
        className={`${buttonStyles.btn} sm`}
        aria-expanded={share.isOpen}
        aria-controls={share.isOpen ? share.id : undefined}
        ref={shareButton}
        onClick={share.toggle}
      >
        <ShareGlyph />
        {runTexts.share}
      </button>
    </div>
  </>
)
