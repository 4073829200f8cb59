import type { Verification } from '@netbox/contract'
import {
  csvFileName,
  labels,
  portBlocked,
  portLooksBlocked,
  statusAppearance,
  toasts,
  toCsv,
  verificationLabels,
} from '@netbox/product'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { SheetFoot } from '../../components/report/sheet.tsx'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { CopyGlyph, DownloadGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import {
  Confidence,
  RealMark,
  reasonOf,
  replyOf,
  ResultMarks,
  StatusMark,
} from '../../components/verification/verification.tsx'
import { copyAndSay, toast } from '../../lib/page/toasts.ts'
import { saveFile } from '../../lib/page/clipboard.ts'
import { useSession } from '../../lib/session/session.ts'
import { VERIFICATIONS_PATH } from '../../lib/runs/run-links.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import { Fact } from './facts.tsx'
import { ResultsList } from './results-list.tsx'
import { type Row, rowsOf, type StatusCount, tallyOf, verdictOf, worstTone } from './verification-results.ts'
import type { VerificationState } from './verification-state.ts'

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
    <SheetFoot
      facts={[verificationTexts.resultsOf(results.length, emails.length), fileName]}
      link={isSignedIn ? <Link href={VERIFICATIONS_PATH}>{verificationTexts.keptInHistory}</Link> : undefined}
    >
      <Button
        isSmall
        disabled={isEmpty}
        onClick={() => void copyAndSay(toCsv(results, { date: new Date() }).text, copyWords)}
      >
        <CopyGlyph />
        {labels.copy}
      </Button>
      {(['csv', 'json'] as const).map((format) => (
        <Button key={format} isSmall disabled={isEmpty} onClick={() => save(results, format)}>
          <DownloadGlyph />
          {format === 'csv' ? verificationLabels.exportCsv : verificationTexts.exportJson}
        </Button>
      ))}
    </SheetFoot>
  )
}

const PortBlocked = () => (
  <p className="grid gap-1 border-t border-rule px-6 py-3 text-ui text-ink-2">
    <Status severity="warning">{portBlocked.title}</Status>
    <span>{portBlocked.message}</span>
  </p>
)

const barColors = {
  pass: 'border-t-pass',
  info: 'border-t-info',
  warning: 'border-t-warn',
  critical: 'border-t-crit',
  neutral: 'border-t-plot-2',
} as const

// Two adjacent statuses have the same tone, so the uncertain one is paler.
const barColor = (status: string, tone: StatusCount['appearance']['tone']): string =>
  barColors[status === 'unconfirmed' ? 'neutral' : tone]

interface ShareProps {
  readonly className: string
  readonly count: number
  readonly children: ReactNode
}

const Share = ({ className, count, children }: ShareProps) => (
  <li
    className={`flex-[1_0_auto] border-t-4 border-r-2 border-r-sheet px-3.5 py-2 text-sm whitespace-nowrap text-ink-2 first:pl-6 last:border-r-0 max-md:basis-[30%] max-md:px-4 ${className}`}
    style={{ flexGrow: count }}
  >
    <b className="font-display text-lg font-medium text-ink">{count}</b> {children}
  </li>
)

interface TallyBarProps {
  readonly tally: readonly StatusCount[]
  /** The number of addresses without a result. */
  readonly waiting: number
  readonly isGoing: boolean
}

/** Shows the number of addresses by status, each as a bar as wide as its share. */
const TallyBar = ({ tally, waiting, isGoing }: TallyBarProps) => (
  <ul className="flex border-y border-rule bg-paper max-md:flex-wrap" aria-label={verificationTexts.counts}>
    {tally.map(({ status, appearance, count }) => (
      <Share key={status} className={barColor(status, appearance.tone)} count={count}>
        {appearance.label.toLowerCase()}
      </Share>
    ))}
    {waiting === 0 ? null : (
      <Share className="border-t-rule-2 [border-top-style:dotted]" count={waiting}>
        {isGoing ? verificationTexts.running : verificationTexts.notVerified}
      </Share>
    )}
  </ul>
)

const SMTP_PORT = 25

// The head of the arrow below a line of the dialogue.
const Arrow = ({ className }: { readonly className: string }) => (
  <span
    className={`absolute -bottom-1.5 border-4 border-transparent forced-colors:hidden ${className}`}
    aria-hidden="true"
  />
)

const Said = ({ email, result, server }: { email: string; result: Verification; server: string }) => {
  const reply = replyOf(result)
  const { tone } = statusAppearance(result.status)
  return (
    <>
      <div className="mt-2.5 flex justify-between gap-3 pb-1 font-mono text-xs leading-ui [&>b]:font-medium [&>b]:wrap-anywhere">
        <b>{verificationTexts.us}</b>
        <b>
          {server}:{SMTP_PORT}
        </b>
      </div>
      <ol className="mx-1 border-x-2 border-ink pt-0.5 pb-2.5 text-xs wrap-anywhere">
        <li className="relative border-0 border-b-2 border-signal px-2.5 py-1.5">
          <code>{`RCPT TO:<${email}>`}</code>
          <Arrow className="right-0 border-r-0 border-l-8 border-l-signal" />
        </li>
        <li
          className={`relative border-0 border-b-2 border-dashed px-2.5 py-1.5 text-right ${tone === 'critical' ? 'border-crit font-medium text-crit' : 'border-control'} ${reply === undefined ? 'text-ink-3' : ''}`}
        >
          <code>{reply ?? verificationTexts.silence}</code>
          {reply === undefined ? null : (
            <Arrow
              className={`left-0 border-r-8 border-l-0 ${tone === 'critical' ? 'border-r-crit' : 'border-r-control'}`}
            />
          )}
        </li>
      </ol>
    </>
  )
}

interface DialogueProps {
  readonly row: Row | undefined
  readonly isGoing: boolean
}

/** Shows the server's reply about the chosen address: the last command and its reply. */
const Dialogue = ({ row, isGoing }: DialogueProps) => {
  if (row === undefined) return null
  const { email, result } = row
  return (
    <aside
      className="min-w-0 border-l border-rule-2 bg-paper px-6 py-3.5 max-xl:border-t max-xl:border-l-0 max-md:px-4"
      aria-label={verificationTexts.dialogue}
    >
      <p className="mb-0.5 flex items-center justify-between gap-3">
        <code className="min-w-0 font-medium wrap-anywhere">{email}</code>
        {result === undefined ? null : <StatusMark status={result.status} />}
      </p>
      {result === undefined ? (
        <p className="sm muted">{isGoing ? verificationTexts.stillWaiting : verificationTexts.notAsked}</p>
      ) : (
        <>
          <p className="sm muted">{reasonOf(result)}</p>
          <ResultMarks {...result} />
          {result.smtp_server === null ? (
            <p className="sm muted">{verificationTexts.nobodyAsked}</p>
          ) : (
            <Said email={email} result={result} server={result.smtp_server} />
          )}
          <dl className="mt-3 border-t border-rule pt-2">
            <Fact name={verificationTexts.columns.confidence}>
              <Confidence value={result.confidence} />
            </Fact>
            <Fact name={verificationTexts.provider}>{result.provider ?? verificationTexts.unknown}</Fact>
            <Fact name={verificationTexts.attempts}>{result.verification_attempts}</Fact>
          </dl>
        </>
      )}
    </aside>
  )
}

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
      <Card isFlush aria-labelledby="results-title">
        <div className="flex items-start justify-between gap-4 px-6 pt-4 pb-3.5 max-md:px-4">
          <h2 className="text-xl" id="results-title">
            {verdictOf({ tally, phase })}
          </h2>
          {results.length === 0 ? null : results.some(({ simulated }) => simulated) ? <SimulatedMark /> : <RealMark />}
        </div>
        {/* Always in the page, so that screen readers announce its content. */}
        <div role="status">{isBlocked ? <PortBlocked /> : null}</div>
        <TallyBar tally={tally} waiting={rows.count - results.length} isGoing={phase === 'verifying'} />
        <div className="grid grid-cols-[minmax(0,1fr)_410px] max-xl:grid-cols-1">
          <ResultsList rows={rows} selected={selected} onSelect={choose} isGoing={phase === 'verifying'} />
          <Dialogue row={rows.at(selected)} isGoing={phase === 'verifying'} />
        </div>
        <Foot results={results} emails={emails} />
      </Card>
    </Stage>
  )
}
