import {
  formatMailCheck,
  MOST_MAIL_SERVERS,
  type MailCheck,
  type MailFinding,
  type MailStep,
  type MailStepId,
  mailSteps,
  type ToolRun,
} from '@netbox/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { LinkedText } from '../../components/report/findings.tsx'
import { SimulatedMark } from '../../components/ui/chips.tsx'
import { factsOf, SheetFoot, Tally } from '../../components/report/sheet.tsx'
import { attemptLanes } from '../../components/plots/exchanges-plot.tsx'
import { inSeconds } from '../../components/plots/scale.tsx'
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Status, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { copyAndSay } from '../../lib/page/toasts.ts'
import { mailCheckPath, runPath, runState } from '../../lib/runs/run-links.ts'
import { mailCheckTexts as texts } from '../../texts/mail-check.ts'
import { labels, toasts } from '@netbox/product'
import { toolRunNotices } from '../../texts/tool-run.ts'
import { checks, type HeldCheck } from './held-check.ts'

/** The glyph of a step on the line: its severity, or a square while there is none. */
const Node = ({ step }: { readonly step: MailStep }) =>
  step.severity === undefined ? (
    <span
      className={`size-4 border-2 ${step.state === 'running' ? 'border-signal bg-signal' : 'border-ink-3 bg-sheet'}`}
      aria-hidden="true"
    />
  ) : (
    <StatusGlyph severity={step.severity} />
  )

/** The rule between two nodes: dashed where the message does not get any further. */
const Line = ({ isCut }: { readonly isCut: boolean }) => (
  <span
    className={`min-h-4 flex-1 border-0 border-l-2 ${isCut ? 'border-dashed border-ink-3' : 'border-signal'}`}
    aria-hidden="true"
  />
)

const Rung = ({
  node,
  isCut,
  isLast = false,
  children,
}: {
  readonly node: ReactNode
  readonly isCut: boolean
  readonly isLast?: boolean
  readonly children: ReactNode
}) => (
  <li className="flex gap-4 border-t border-rule">
    <span className="flex w-5 flex-none flex-col items-center pt-4 [&>svg]:size-5 [&>svg]:flex-none">
      {node}
      {isLast ? null : <Line isCut={isCut} />}
    </span>
    <div className="min-w-0 flex-1 py-3.5">{children}</div>
  </li>
)

const RunLink = ({ run, children }: { readonly run: ToolRun; readonly children: ReactNode }) => (
  <Link href={runPath(run)} state={runState(run)}>
    {children}
  </Link>
)

const Finding = ({ finding: { severity, title, seen } }: { readonly finding: MailFinding }) => (
  <p className="sm wrap-anywhere">
    <Status severity={severity}>{seen ? `${texts.same} ${title}` : title}</Status>
  </p>
)

/** The mail servers of the MX records that the check asks. */
const serversIn = ({ steps }: MailCheck) => {
  const plot = steps[0]?.runs[0]?.plot
  return plot?.kind === 'exchanges' ? plot.exchanges.slice(0, MOST_MAIL_SERVERS) : []
}

/** A lane for each mail server: when a sender tries it, and what it answers. Each has its final height from the start. */
const Servers = ({ check, runs }: { readonly check: MailCheck; readonly runs: readonly ToolRun[] }) => {
  const servers = serversIn(check)
  const lanes = attemptLanes(servers)
  return (
    <ul className="m-0 mt-2.5 list-none border-t border-rule p-0 [--row:4.25rem] max-sm:[--row:5.5rem]">
      {servers.map(({ exchange }, index) => {
        const run = runs.find(({ input }) => input.replace(/:25$/, '') === exchange)
        return (
          <li
            className="grid min-h-(--row) grid-cols-[minmax(0,14rem)_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-6 border-b border-rule max-sm:grid-cols-1 max-sm:grid-rows-none max-sm:py-2"
            key={exchange}
          >
            <span className="mono sm row-span-2 self-center wrap-anywhere">
              {run === undefined ? exchange : <RunLink run={run}>{exchange}</RunLink>}
            </span>
            <span className="mr-4 max-sm:hidden">{lanes[index]}</span>
            <span className="sm pb-1.5">
              {run === undefined ? (
                <span className="quiet">{texts.running}</span>
              ) : (
                <Status severity={run.verdict.severity}>{run.verdict.sentence}</Status>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const Answer = ({ step }: { readonly step: MailStep }) => {
  const { state, severity, sentence, findings, refusal } = step
  if (state === 'waiting' || state === 'running')
    return <p className="quiet sm">{state === 'running' ? texts.running : texts.waits}</p>
  const [worst] = findings
  const passed = findings.filter((finding) => finding.severity === 'pass').length
  return (
    <>
      <p className="font-semibold wrap-anywhere">{sentence}</p>
      {worst === undefined || worst.severity === 'pass' ? null : <Finding finding={worst} />}
      {severity === 'pass' ? (
        <p className="sm">
          <Status severity="pass">{texts.passed(passed)}</Status>
        </p>
      ) : null}
      {state === 'done' && refusal !== undefined ? <p className="sm muted">{refusal.message}</p> : null}
    </>
  )
}

const Step = ({
  check,
  step,
  isCut,
  onRetry,
}: {
  readonly check: MailCheck
  readonly step: MailStep
  readonly isCut: boolean
  readonly onRetry: (() => void) | undefined
}) => {
  const { title, question } = mailSteps.find(({ id }) => id === step.id) ?? { title: '', question: '' }
  const [run] = step.runs
  return (
    <Rung node={<Node step={step} />} isCut={isCut}>
      <div className="grid min-h-12 max-md:min-h-24 grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto] gap-x-6 gap-y-1 max-md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h3 className="text-md">{title}</h3>
          <p className="mono quiet xs">{question}</p>
        </div>
        <div className="max-md:order-last max-md:col-span-2">
          <div className="min-h-12">
            <Answer step={step} />
          </div>
          {step.id === 'smtp' ? (
            <div className="min-h-[calc(3*4.25rem+10px)] max-sm:min-h-[calc(3*5.5rem+10px)]">
              <Servers check={check} runs={step.runs} />
            </div>
          ) : null}
        </div>
        <span className="sm whitespace-nowrap">
          {run !== undefined && step.id !== 'smtp' ? <RunLink run={run}>{texts.fullReport}</RunLink> : null}
          {step.state === 'refused' || step.state === 'skipped' ? (
            <span className="mono quiet xs">{texts.notRun}</span>
          ) : null}
          {onRetry === undefined ? null : (
            <TextButton className="ml-3" aria-label={texts.retryOf(title)} onClick={onRetry}>
              {labels.retry}
            </TextButton>
          )}
        </span>
      </div>
    </Rung>
  )
}

const copyWords = { copied: toasts.copied, notCopied: toolRunNotices.notCopied }

const BREAKS = ['mx-down', 'greylisting', 'dnssec-bogus']

const Advice = ({
  check,
  run,
  isRunning,
}: {
  readonly check: MailCheck
  readonly run: ToolRun | undefined
  readonly isRunning: boolean
}) => {
  const refused = check.steps.find(({ state }) => state === 'refused')
  const text = check.advice === '' ? refused?.sentence : check.advice
  // It has the height of most advice from the start, so that the steps below don't move.
  const frame = 'mb-5 min-h-[4.5rem] max-w-text border-l-4 pl-4 max-md:min-h-36'
  if (isRunning && (run === undefined || check.severity !== 'critical'))
    return <div className={`${frame} quiet sm border-rule`}>{texts.adviceToCome}</div>
  if (run === undefined) return null
  return (
    <div className={`${frame} border-ink`}>
      <p className="sm font-semibold">
        {text === undefined ? texts.nothing : check.advice === '' ? texts.notAsked : texts.first}
      </p>
      <p className="wrap-anywhere">
        {text === undefined ? (
          <>
            {texts.breakIt}{' '}
            {BREAKS.map((name, index) => (
              <span key={name}>
                {index === 0 ? '' : ', '}
                <Link
                  href={`/mail-check?${new URLSearchParams({ domain: check.domain, seed: run.seed, scenario: name }).toString()}`}
                >
                  {name}
                </Link>
              </span>
            ))}
          </>
        ) : (
          <>
            {check.problem === '' ? null : <b>{check.problem}. </b>}
            <LinkedText text={text} run={run} />
          </>
        )}
      </p>
    </div>
  )
}

/** Says when a message arrives at the earliest, and when it would without the mail servers that fail before. */
const arrivalOf = (check: MailCheck): string => {
  const servers = serversIn(check)
  const accepting = servers.find(({ outcome }) => outcome === 'open')
  const words = texts.arrivals[check.arrival]
  if (accepting === undefined || check.arrival === 'none' || check.arrival === 'unknown') return words
  const { from, to } = accepting
  if (check.arrival === 'deferred') return texts.deferredAfter(inSeconds(to))
  return from === 0
    ? texts.after(inSeconds(to))
    : texts.lateAfter(inSeconds(to), inSeconds(to - from), servers[0]?.exchange ?? '')
}

interface MailReportProps {
  readonly held: HeldCheck
  /** Runs one step again. */
  readonly onRetry: (step: MailStepId) => void
}

/** The report of a mail check: one sentence, what to do first, and the way of a message through the five steps. */
export const MailReport = ({ held: { check, isRunning, world }, onRetry }: MailReportProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const run = check.steps.flatMap(({ runs }) => runs)[0]
  const findings = check.steps.flatMap((step) => step.findings.filter(({ seen }) => !seen))
  const path = mailCheckPath(check.domain, world)
  useEffect(() => {
    // At the start, the button that had the focus may be gone.
    if (!isRunning || document.activeElement === document.body) heading.current?.focus()
  }, [isRunning])
  const [before, domain, after] = texts.subject(check.domain)
  const cut = check.arrival === 'none' ? check.steps.findIndex(({ severity }) => severity === 'critical') : Infinity
  return (
    <Stage
      name={texts.report}
      node={isRunning ? 'step' : check.severity}
      facts={[texts.findings(findings.length)]}
      line="none"
    >
      <Card isFlush aria-label={texts.subject(check.domain).join('')}>
        <div className="px-6 pt-5 pb-6 max-md:px-4 [&_[data-status]]:items-start [&_[data-status]]:whitespace-normal">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="sm muted">
              {before}
              <code>{domain}</code>
              {after}
            </p>
            <SimulatedMark />
          </div>
          <h2
            className="mb-2.5 min-h-[2lh] max-w-[30ch] text-2xl leading-head wrap-anywhere max-md:min-h-[4lh] max-md:text-xl"
            ref={heading}
            tabIndex={-1}
            aria-live="polite"
          >
            {check.sentence}
          </h2>
          <ul className="m-0 mb-4 flex min-h-[1lh] list-none flex-wrap gap-x-5 gap-y-1.5 p-0 sm">
            <Tally findings={findings} />
          </ul>
          <Advice check={check} run={run} isRunning={isRunning} />
          <ol className="m-0 list-none border-b border-rule p-0" aria-label={texts.progress}>
            <Rung node={<span className="size-4 rounded-full bg-signal" aria-hidden="true" />} isCut={cut === 0}>
              <b>{texts.sender}</b>{' '}
              <span className="muted">
                {texts.senderNote} <code>anyone@{check.domain}</code>
              </span>
            </Rung>
            {check.steps.map((step, index) => (
              <Step
                key={step.id}
                step={step}
                check={check}
                isCut={step.state === 'waiting' || step.state === 'running' || index >= cut}
                onRetry={step.refusal === undefined || isRunning ? undefined : () => onRetry(step.id)}
              />
            ))}
            <Rung
              node={<span className="size-4 rounded-full border-2 border-signal" aria-hidden="true" />}
              isCut={false}
              isLast
            >
              <b>{texts.inbox}</b> <span className="muted">{isRunning ? texts.waits : arrivalOf(check)}</span>
            </Rung>
          </ol>
        </div>
        {run === undefined ? null : (
          <SheetFoot id="mail-check-world" facts={factsOf(run)} path={path}>
            {isRunning ? (
              <Button isSmall onClick={checks.stop}>
                {texts.stop}
              </Button>
            ) : (
              <>
                <Button isSmall onClick={() => void copyAndSay(formatMailCheck(check), copyWords)}>
                  {texts.copy}
                </Button>
                <Button isSmall onClick={() => void copyAndSay(location.origin + path, copyWords)}>
                  {texts.link}
                </Button>
              </>
            )}
          </SheetFoot>
        )}
      </Card>
    </Stage>
  )
}
