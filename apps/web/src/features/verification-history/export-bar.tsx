import { verificationLabels } from '@netbox/product'
import { DownloadGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { historyTexts } from '../../texts/verification-history.ts'
import { MOST_EXPORTED } from '../../lib/read-for-export.ts'
import { type ExportState, useExport } from './use-export.ts'
import type { Filter } from './use-history.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './verification-history.module.css'

const Outcome = ({ state, total }: { readonly state: ExportState; readonly total: number }) => {
  if (state.phase === 'reading') return historyTexts.exporting(state.done, Math.min(state.all, MOST_EXPORTED))
  if (state.phase === 'saved') return historyTexts.exported(state.count)
  if (state.phase === 'stopped') return historyTexts.exportStopped
  if (state.phase === 'failed')
    return (
      <Status severity="critical">
        {historyTexts.exportFailed}
        {state.message === '' ? '.' : `: ${state.message}`}
      </Status>
    )
  return total > MOST_EXPORTED ? historyTexts.exportLimit(MOST_EXPORTED) : null
}

interface ExportBarProps {
  readonly filter: Filter
  readonly total: number
}

/** Saves the results as a file, and shows the progress. During the export, the same button stops it. */
export const ExportBar = ({ filter, total }: ExportBarProps) => {
  const { state, save, stop } = useExport(filter, total)
  const isReading = state.phase === 'reading'
  return (
    <div className={styles.vhExport}>
      <p className="sm muted" role="status">
        <Outcome state={state} total={total} />
      </p>
      <button type="button" className={`${buttonStyles.btn} sm`} onClick={isReading ? stop : save}>
        {isReading ? null : <DownloadGlyph />}
        {isReading ? historyTexts.stop : verificationLabels.exportCsv}
      </button>
    </div>
  )
}
