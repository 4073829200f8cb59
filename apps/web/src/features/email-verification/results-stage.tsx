import { csvFileName, labels, portBlocked, portLooksBlocked, toasts, toCsv, verificationLabels } from '@netbox/product'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { CopyGlyph, DownloadGlyph } from '../../components/ui/glyphs/action-glyphs.tsx'
import { copyAndSay } from '../../lib/copy-and-say.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSession } from '../../lib/session-state.ts'
import { toast } from '../../lib/toasts.ts'
import { VERIFICATIONS_PATH } from '../../lib/verifications-path.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import { Dialogue } from './dialogue.tsx'
import { RealMark } from '../../components/verification/result-marks.tsx'
import { ResultsList } from './results-list.tsx'
import { rowsOf } from './rows.ts'
import { tallyOf } from './tally.ts'
import { TallyBar } from './tally-bar.tsx'
import { verdictOf, worstTone } from './verdict.ts'
import type { VerificationState } from './verification-state.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as panel from '../../components/ui/panel.module.css'
import * as reportStyles from '../../components/report/report.module.css'
import * as styles from './results-stage.module.css'

const copyWords = { copied: toasts.copied, notCopied: verificationTexts.notCopied }

/** Saves the results as a file. */
const save = (results: VerificationState['results'], format: 'csv' | 'json'): void => {
  const { fileName, text } = toCsv(results, { date: new Date() })
  if (format === 'csv') saveFile(fileName, text, 'text/csv')
  else saveFile(fileName.replace(/csv$/, 'json'), `${JSON.stringify(results, undefined, 2)}\n`, 'application/json')
  toast('pass', toasts.downloaded)
}

const Foot = ({ results, emails }: Pick<VerificationState, 'results' | 'emails'>) => {
  const [fileName] = useState(() => csvFileName(new Date()))
  const isEmpty = results.length === 0
  const isSignedIn = useSession().user !== undefined
  return (
    <div className={reportStyles.repfoot}>
      <p className={`${reportStyles.seed} ${styles.seed}`}>
        <span>{verificationTexts.resultsOf(results.length, emails.length)}</span>
        <span>{fileName}</span>
        {isSignedIn ? <Link href={VERIFICATIONS_PATH}>{verificationTexts.keptInHistory}</Link> : null}
      </p>
      <div className={reportStyles.acts}>
        <button
          type="button"
          className={`${buttonStyles.btn} sm`}
          disabled={isEmpty}
          onClick={() => void copyAndSay(toCsv(results, { date: new Date() }).text, copyWords)}
        >
          <CopyGlyph />
          {labels.copy}
        </button>
        {(['csv', 'json'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className={`${buttonStyles.btn} sm`}
            disabled={isEmpty}
            onClick={() => save(results, format)}
          >
            <DownloadGlyph />
            {format === 'csv' ? verificationLabels.exportCsv : verificationTexts.exportJson}
          </button>
        ))}
      </div>
    </div>
  )
}

const PortBlocked = () => (
  <p className={styles.vfBlocked}>
    <Status severity="warning">{portBlocked.title}</Status>
    <span>{portBlocked.message}</span>
  </p>
)

/** The last stage: the verdict, the tally, a row for each address, and the server's reply about the chosen address. */
export const ResultsStage = ({ state }: { readonly state: VerificationState }) => {
  const { phase, results, emails } = state
  const tally = useMemo(() => tallyOf(results), [results])
  const isBlocked = useMemo(() => portLooksBlocked(results), [results])
  const rows = useMemo(() => rowsOf(state), [state])
  const [chosen, choose] = useState<string>()
  const selected = rows.indexOf(chosen)
  const isEnded = phase === 'complete'
  return (
    <Stage
      name={verificationTexts.results}
      node={isEnded ? worstTone(tally) : 'absent'}
      facts={[verificationTexts.newestLast, verificationTexts.kept]}
    >
      <section className={`${panel.card} ${styles.vfResults}`} aria-labelledby="results-title">
        <div className={`${reportStyles.repH} ${styles.repH}`}>
          <h2 id="results-title">{verdictOf({ tally, phase })}</h2>
          {results.length === 0 ? null : results.some(({ simulated }) => simulated) ? <SimulatedMark /> : <RealMark />}
        </div>
        {/* Always in the page, so that screen readers announce its content. */}
        <div role="status">{isBlocked ? <PortBlocked /> : null}</div>
        <TallyBar tally={tally} waiting={rows.count - results.length} isGoing={phase === 'verifying'} />
        <div className={styles.vfMd}>
          <ResultsList rows={rows} selected={selected} onSelect={choose} isGoing={phase === 'verifying'} />
          <Dialogue row={rows.at(selected)} isGoing={phase === 'verifying'} />
        </div>
        <Foot results={results} emails={emails} />
      </section>
    </Stage>
  )
}
