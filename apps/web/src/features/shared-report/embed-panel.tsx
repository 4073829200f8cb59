import { resultFileName, type ToolRun } from '@netbox/core'
import { type RefObject, useId } from 'react'
import { CopyGlyph, DownloadGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { copyAndSay } from '../../lib/copy-and-say.ts'
import { saveBlob, saveFile } from '../../lib/save-file.ts'
import { embedPath, isTooLong, runPath } from '../../lib/share-link.ts'
import { toast } from '../../lib/toasts.ts'
import { toolRunNotices } from '../../texts/run-stages.ts'
import { sharingTexts } from '../../texts/sharing.ts'
import * as reportStyles from '../../components/report/report.module.css'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as fieldStyles from '../../components/ui/field.module.css'
import * as panelStyles from '../../components/ui/panel.module.css'
import * as styles from './shared-report.module.css'

const fileName = (run: ToolRun, ending: string): string => resultFileName(run).replace(/\.txt$/, `.${ending}`)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const savePicture = async (run: ToolRun, type: 'svg' | 'png'): Promise<void> => {
  const { pictureOf, pngOf } = await import('./picture-files.ts')
  const svg = await pictureOf(run)
  if (type === 'svg') return saveFile(fileName(run, 'svg'), svg, 'image/svg+xml')
  saveBlob(fileName(run, 'png'), await pngOf(svg))
}

const save = (run: ToolRun, type: 'svg' | 'png') => () =>
  void savePicture(run, type).catch(() => toast('warning', sharingTexts.noPicture))

interface EmbedPanelProps {
  readonly run: ToolRun
  readonly headingRef: RefObject<HTMLHeadingElement | null>
}

/** Shows the card of a report as other pages show it, with its code, and its picture for download. */
export const EmbedPanel = ({ run, headingRef }: EmbedPanelProps) => {
  const id = useId()
  const { origin } = location
  const title = sharingTexts.cardOf(run.tool, run.input.split('\n', 1)[0] ?? '')
  const path = embedPath(run)
  const html = `<iframe src="${escaped(origin + path)}" title="${escaped(title)}" width="600" height="340" loading="lazy"></iframe>`
  const markdown = `[${title}: ${run.verdict.sentence}](${origin}${runPath(run)})`
  return (
    <section className={`${panelStyles.card} ${styles.embedp}`} aria-labelledby={id}>
      <div className={panelStyles.panelH}>
        <h2 id={id} ref={headingRef} tabIndex={-1}>
          {sharingTexts.embedTitle}
        </h2>
        <p className="sm muted">{sharingTexts.embedSize}</p>
      </div>
      {isTooLong(run) ? (
        <p>{sharingTexts.tooLong}</p>
      ) : (
        <div className={styles.embgrid}>
          {/* The frame has no sandbox: with scripts and the same origin allowed, a sandbox would protect nothing. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe src={path} title={title} width="600" height="340" loading="lazy" />
          <div className={fieldStyles.field}>
            <label htmlFor={`${id}-html`}>{sharingTexts.html}</label>
            <textarea
              id={`${id}-html`}
              className={`${fieldStyles.input} ${styles.code}`}
              readOnly
              rows={5}
              value={html}
              spellCheck={false}
            />
            <div className={`${reportStyles.acts} ${styles.acts}`}>
              <button
                type="button"
                className={`${buttonStyles.btn} sm ${buttonStyles.go}`}
                onClick={() => void copyAndSay(html, toolRunNotices)}
              >
                <CopyGlyph />
                {sharingTexts.copyHtml}
              </button>
              <button
                type="button"
                className={`${buttonStyles.btn} sm`}
                onClick={() => void copyAndSay(markdown, toolRunNotices)}
              >
                <CopyGlyph />
                {sharingTexts.copyMarkdown}
              </button>
              <button type="button" className={`${buttonStyles.btn} sm`} onClick={save(run, 'png')}>
                <DownloadGlyph />
                {sharingTexts.png}
              </button>
              <button type="button" className={`${buttonStyles.btn} sm`} onClick={save(run, 'svg')}>
                <DownloadGlyph />
                {sharingTexts.svg}
              </button>
            </div>
            <p className={fieldStyles.hint}>{sharingTexts.embedNote}</p>
          </div>
        </div>
      )}
    </section>
  )
}
