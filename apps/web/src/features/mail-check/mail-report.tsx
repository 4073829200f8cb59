import {
  WORLD_VERSION,
  formatMailCheck,
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
import { Stage } from '../../components/stages/stage-list.tsx'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Status, StatusGlyph } from '../../components/ui/glyphs/status-glyph.tsx'
import { copyAndSay } from '../../lib/page/toasts.ts'
import { runPath, runState, versionNumber } from '../../lib/runs/run-links.ts'
import { mailCheckTexts as texts } from '../../texts/mail-check.ts'
import { labels, toasts } from '@netbox/product'
import { toolRunNotices } from '../../texts/tool-run.ts'
import { type HeldCheck, stopCheck } from './held-check.ts'

/** The glyph of a step on the line: its severity, or a square while there is none. */
const Node = ({ step, isCurrent }: { readonly step: MailStep; readonly isCurrent: boolean }) =>
  step.severity === undefined ? (
    <span
      className={`size-4 border-2 ${isCurrent ? 'border-signal bg-signal' : 'border-ink-3 bg-sheet'}`}
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

const Servers = ({ runs }: { readonly runs: readonly ToolRun[] }) => (
  <ul className="m-0 mt-2.5 list-none border-t border-rule p-0">
    {runs.map((run) => (
      <li
        className="grid grid-cols-[minmax(0,14rem)_minmax(0,1fr)] gap-x-6 gap-y-1 border-b border-rule py-2 max-sm:grid-cols-1"
        key={run.input}
      >
        <span className="mono sm wrap-anywhere">
          <RunLink run={run}>{run.input.replace(/:25$/, '')}</RunLink>
        </span>
        <span className="sm">
          <Status severity={run.verdict.severity}>{run.verdict.sentence}</Status>
        </span>
      </li>
    ))}
  </ul>
)

const Answer = ({ step, isCurrent }: { readonly step: MailStep; readonly isCurrent: boolean }) => {
  const { state, severity, sentence, findings, refusal } = step
  if (state === 'waiting') return <p className="quiet sm">{isCurrent ? texts.running : texts.waits}</p>
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
      {step.id === 'smtp' && step.runs.length > 0 ? <Servers runs={step.runs} /> : null}
    </>
  )
}

const Step = ({
  step,
  isCurrent,
  isCut,
  onRetry,
}: {
  readonly step: MailStep
  readonly isCurrent: boolean
  readonly isCut: boolean
  readonly onRetry: (() => void) | undefined
}) => {
  const { title, question } = mailSteps.find(({ id }) => id === step.id) ?? { title: '', question: '' }
  const [run] = step.runs
  return (
    <Rung node={<Node step={step} isCurrent={isCurrent} />} isCut={isCut}>
      <div className="grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto] gap-x-6 gap-y-1 max-md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h3 className="text-md">{title}</h3>
          <p className="mono quiet xs">{question}</p>
        </div>
        <div className="max-md:order-last max-md:col-span-2">
          <Answer step={step} isCurrent={isCurrent} />
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
  readonly run: ToolRun
  readonly isRunning: boolean
}) => {
  const refused = check.steps.find(({ state }) => state === 'refused')
  if (isRunning) return null
  const text = check.advice === '' ? refused?.sentence : check.advice
  return (
    <div className="mb-5 max-w-text border-l-4 border-ink pl-4">
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

/** Returns the path of a check in the world of its runs. */
const checkPath = ({ domain }: MailCheck, { seed, scenario, at }: HeldCheck['world']): string =>
  `/mail-check?${new URLSearchParams({ domain, seed, scenario, at, v: versionNumber(WORLD_VERSION) }).toString()}`

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
  const current = check.steps.find(({ state }) => state === 'waiting')?.id
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
      <Card isFlush aria-label={texts.title}>
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
            className="mb-2.5 text-2xl leading-head wrap-anywhere max-md:text-xl"
            ref={heading}
            tabIndex={-1}
            aria-live="polite"
          >
            {check.sentence}
          </h2>
          <ul className="m-0 mb-4 flex list-none flex-wrap gap-x-5 gap-y-1.5 p-0 sm">
            <Tally findings={findings} />
          </ul>
          {run === undefined ? null : <Advice check={check} run={run} isRunning={isRunning} />}
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
                isCurrent={isRunning && step.id === current}
                isCut={step.state === 'waiting' || index >= cut}
                onRetry={step.refusal === undefined || isRunning ? undefined : () => onRetry(step.id)}
              />
            ))}
            <Rung
              node={<span className="size-4 rounded-full border-2 border-signal" aria-hidden="true" />}
              isCut={false}
              isLast
            >
              <b>{texts.inbox}</b>{' '}
              <span className="muted">{isRunning ? texts.waits : texts.arrivals[check.arrival]}</span>
            </Rung>
          </ol>
        </div>
        {run === undefined ? null : (
          <SheetFoot id="mail-check-world" facts={factsOf(run)} path={checkPath(check, world)}>
            {isRunning ? (
              <Button isSmall onClick={stopCheck}>
                {texts.stop}
              </Button>
            ) : (
              <>
                <Button isSmall onClick={() => void copyAndSay(formatMailCheck(check), copyWords)}>
                  {texts.copy}
                </Button>
                <Button isSmall onClick={() => void copyAndSay(location.origin + checkPath(check, world), copyWords)}>
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
