import type { ToolId } from '../catalogue/catalogue.ts'
import type { Refusal, ToolError } from '../errors/tool-error.ts'
import { withPort } from '../foundation/addresses.ts'
import { type Finding, severities, type Severity, worst } from '../reports/report.ts'
import { capitalize, inWords } from '../reports/wording.ts'
import type { ToolRun } from '../runs/run.ts'

/*
 * The mail check answers why mail to a domain does not arrive. It runs five tools in one world, the mail servers one by one, and reads its
 * sentence from their reports.
 */

/** A step of the mail check, by its question. */
export type MailStepId = 'mx' | 'smtp' | 'spf' | 'dmarc' | 'dnssec'

/** The steps in the order in which a message meets them, each with the tool that answers its question. */
export const mailSteps = [
  { id: 'mx', title: 'MX Record', question: 'who takes mail', tool: 'mx-record' },
  { id: 'smtp', title: 'SMTP', question: 'each mail server', tool: 'smtp-test' },
  { id: 'spf', title: 'SPF', question: 'who may send', tool: 'spf-check' },
  { id: 'dmarc', title: 'DMARC and DKIM', question: 'is it signed', tool: 'email-deliverability' },
  { id: 'dnssec', title: 'DNSSEC', question: 'can names be trusted', tool: 'dnssec-check' },
] as const satisfies readonly {
  readonly id: MailStepId
  readonly title: string
  readonly question: string
  readonly tool: ToolId
}[]

/** The most mail servers that a check asks. */
export const MOST_MAIL_SERVERS = 5

/** A finding of a step; `seen` if an earlier step found the same fault. */
export interface MailFinding extends Finding {
  readonly seen: boolean
}

/** The answer to a step's question. */
export interface MailStep {
  readonly id: MailStepId
  /** `refused` if a limit or the plan forbade its runs or a run failed, `skipped` if there is nothing to ask. */
  readonly state: 'waiting' | 'running' | 'done' | 'refused' | 'skipped'
  readonly sentence: string
  /** The severity of the worst finding; absent until the step is done. */
  readonly severity?: Severity
  /** The findings, worst first. */
  readonly findings: readonly MailFinding[]
  /** The finished runs: one for each tool, one for each mail server. */
  readonly runs: readonly ToolRun[]
  /** Why the step has no runs, or too few. */
  readonly refusal?: Refusal
}

/** The known facts about mail for a domain. */
export interface MailCheck {
  readonly domain: string
  /** Whether mail arrives: `unknown` until the first two steps are done. */
  readonly arrival: 'first-try' | 'late' | 'deferred' | 'none' | 'unknown'
  /** The severity of the worst finding; at least `info` while the arrival is unknown. */
  readonly severity: Severity
  /** The answer in one sentence. */
  readonly sentence: string
  /** The title of the finding to repair first; empty if there is nothing to do. */
  readonly problem: string
  /** What to do first, about this finding. */
  readonly advice: string
  readonly steps: readonly MailStep[]
}

/** Runs a tool in the world of the check, counts it, and rejects with a `ToolError` if the run is refused. */
export type RunMailTool = (tool: (typeof mailSteps)[number]['tool'], input: string) => Promise<ToolRun>

const isDown = ({ code }: Finding): boolean => /^smtp-(?:silent|refused|unresolved|special|other-service)$/.test(code)

/** The findings of the deliverability report that no other step reports. */
const isOwn = ({ code }: Finding): boolean => /^deliver-(?:dkim|dmarc|listed|not-listed|unresolved)/.test(code)

const reachable = (run: ToolRun): boolean => !run.findings.some(isDown)

const EVERY_SERVER: readonly (readonly [code: string, what: string])[] = [
  ['smtp-greylisted', 'answer, but defer unknown senders for five minutes'],
  ['smtp-catch-all', 'accept mail for any name'],
  ['smtp-tls', 'answer and offer TLS'],
]

const smtpSentence = (runs: readonly ToolRun[]): string => {
  const [only, ...others] = runs
  if (only === undefined) return 'There is no mail server to ask.'
  if (others.length === 0) return only.verdict.sentence
  const down = runs.filter((run) => !reachable(run)).length
  if (down === runs.length)
    return `${down === 2 ? 'Neither mail server' : `None of the ${inWords(down)} mail servers`} answers. The message stops here.`
  if (down > 0)
    return `${capitalize(inWords(down))} of ${inWords(runs.length)} mail servers ${down === 1 ? 'gives' : 'give'} no answer.`
  const [, what] =
    EVERY_SERVER.find(([code]) => runs.every(({ findings }) => findings.some((finding) => finding.code === code))) ?? []
  return what === undefined
    ? 'The mail servers answer, but not all in the same way.'
    : `${runs.length === 2 ? 'Both' : `All ${inWords(runs.length)}`} mail servers ${what}.`
}

/** Says what receivers make of mail from the domain, from the findings about DKIM and DMARC alone. */
const dmarcSentence = (run: ToolRun): string => {
  const codes = new Set(run.findings.map(({ code }) => code))
  const signed = codes.has('deliver-dkim') || codes.has('deliver-dkim-short')
  if (codes.has('deliver-unresolved')) return run.verdict.sentence
  const policy = codes.has('deliver-dmarc')
    ? 'Forged mail is refused'
    : codes.has('deliver-dmarc-none') || codes.has('deliver-dmarc-testing')
      ? 'Forged mail is only reported'
      : 'Nothing tells receivers what to do with forged mail'
  if (!signed) return `${policy}, and no valid signature confirms real mail.`
  return `${policy}, ${codes.has('deliver-dmarc') ? 'and' : 'but'} real mail carries a signature.`
}

const sentenceOf = (id: MailStepId, runs: readonly ToolRun[]): string => {
  if (id === 'smtp') return smtpSentence(runs)
  const [run] = runs
  if (run === undefined) return ''
  return id === 'dmarc' ? dmarcSentence(run) : run.verdict.sentence
}

/** Returns a name for the fault behind a finding, so that two steps that see the same fault count it once. */
const faultOf = (finding: Finding, run: ToolRun): string => {
  // The tools of a name that fails validation say so in one title, and dnssec-check says why.
  if (finding.code === 'dnssec-bogus') return `Validating resolvers can't resolve ${run.input}`
  return finding.code.endsWith('-unresolved') || isDown(finding) ? finding.title : `${finding.code} ${finding.title}`
}

/** The mail servers that the report on MX records found down: the tests of those find the same faults. */
const downIn = (mx: MailStep | undefined): ReadonlyMap<string, Severity> => {
  const plot = mx?.runs[0]?.plot
  if (mx === undefined || plot?.kind !== 'exchanges') return new Map()
  const named = new Map<string, Severity>()
  for (const { exchange } of plot.exchanges) {
    const finding = mx.findings.find(({ severity, title }) => severity !== 'pass' && title.includes(exchange))
    if (finding !== undefined) named.set(exchange, finding.severity)
  }
  return named
}

const findingsOf = (id: MailStepId, runs: readonly ToolRun[], before: readonly MailStep[]): MailFinding[] => {
  const known = new Set(
    before.flatMap((step) => step.runs.flatMap((run) => run.findings.map((finding) => faultOf(finding, run)))),
  )
  const down = downIn(before[0])
  const found = runs.flatMap((run) =>
    run.findings
      .filter((finding) => id !== 'dmarc' || isOwn(finding))
      .map((finding): MailFinding => {
        const host = isDown(finding) ? down.get(run.input.replace(/:\d+$/, '')) : undefined
        if (host !== undefined) return { ...finding, severity: host, seen: true }
        return { ...finding, seen: finding.severity !== 'pass' && known.has(faultOf(finding, run)) }
      }),
  )
  return severities.flatMap((severity) => found.filter((finding) => finding.severity === severity))
}

const done = (id: MailStepId, runs: readonly ToolRun[], before: readonly MailStep[], refusal?: Refusal): MailStep => {
  const findings = findingsOf(id, runs, before)
  return {
    id,
    state: 'done',
    sentence: sentenceOf(id, runs),
    severity: worst(findings),
    findings,
    runs,
    ...(refusal === undefined ? {} : { refusal }),
  }
}

const WAITS: Readonly<Record<number, string>> = { 1: 'ten', 2: 'twenty', 3: 'thirty', 4: 'forty' }

const isOpen = ({ state }: MailStep): boolean => state === 'waiting' || state === 'running'

/** Returns whether and how mail arrives: from the attempts of a sender, and the answers of the mail servers. */
const arrivalOf = (steps: readonly MailStep[]): Pick<MailCheck, 'arrival'> & { readonly clause: string } => {
  const [mx, smtp] = steps
  const run = mx?.runs[0]
  if (run === undefined || smtp === undefined || isOpen(smtp) || smtp.state === 'refused')
    return { arrival: 'unknown', clause: '' }
  if (run.findings.some(({ code }) => code === 'mx-null'))
    return { arrival: 'none', clause: `${run.input} accepts no mail` }
  const attempts = run.plot.kind === 'exchanges' ? run.plot.exchanges : []
  const accepting = attempts.findIndex(({ outcome }) => outcome === 'open')
  const server = attempts[accepting]
  if (server === undefined) return { arrival: 'none', clause: `No mail arrives at ${run.input}` }
  const test = smtp.runs.find(({ input }) => input === withPort(server.exchange, 25))
  if (test?.findings.some(({ code }) => code === 'smtp-greylisted') === true)
    return { arrival: 'deferred', clause: `Mail to ${run.input} arrives at the second try, minutes late` }
  const waits = attempts.slice(0, accepting).filter(({ outcome }) => outcome === 'silent').length
  if (waits > 0)
    return { arrival: 'late', clause: `Mail to ${run.input} arrives, ${WAITS[waits] ?? 'many'} seconds late` }
  return accepting > 0
    ? { arrival: 'late', clause: `Mail to ${run.input} arrives, but not at the preferred mail server` }
    : { arrival: 'first-try', clause: `Mail to ${run.input} arrives at the first try` }
}

const unrun = (steps: readonly MailStep[]): string => {
  const refused = steps.filter(({ state }) => state === 'refused')
  const passed = steps.filter(({ severity }) => severity === 'pass' || severity === 'info').length
  const names = refused.map(({ id }) => mailSteps.find((step) => step.id === id)?.title).join(' and ')
  const lead =
    passed === 0
      ? 'No step passes.'
      : `${capitalize(inWords(passed))} of ${inWords(steps.length)} steps ${passed === 1 ? 'passes' : 'pass'}.`
  return `${lead} ${names} ${refused.length === 1 ? 'was' : 'were'} not run.`
}

const summarize = (asked: string, steps: readonly MailStep[]): MailCheck => {
  const domain = steps.find(({ id, runs }) => id !== 'smtp' && runs.length > 0)?.runs[0]?.input ?? asked
  const { arrival, clause } = arrivalOf(steps)
  const counted = steps.flatMap(({ findings }) => findings.filter(({ seen }) => !seen))
  // A zone that fails validation shows in every step; only the step about DNSSEC says how to repair it.
  const cause = steps.flatMap(({ findings }) => findings).find(({ code }) => code === 'dnssec-bogus')
  const first =
    cause ??
    severities.flatMap((severity) =>
      severity === 'critical' || severity === 'warning'
        ? counted.filter((finding) => finding.severity === severity && finding.advice !== '')
        : [],
    )[0]
  const ran = steps.filter((step) => !isOpen(step)).length
  const sender = steps.some(({ id, severity }) => (id === 'spf' || id === 'dmarc') && severity === 'critical')
  const sentence =
    ran < steps.length
      ? ran === 0
        ? `${capitalize(inWords(steps.length))} steps run at once.`
        : `${capitalize(inWords(ran))} of ${inWords(steps.length)} steps ${ran === 1 ? 'is' : 'are'} done.`
      : steps.some(({ state }) => state === 'refused') || arrival === 'unknown'
        ? unrun(steps)
        : `${clause}${sender && arrival !== 'none' ? ', but receivers may refuse mail from it' : ''}.`
  const found = worst(counted)
  // A check that could not ask everything has not passed.
  const severity = found === 'pass' && arrival === 'unknown' ? 'info' : found
  return { domain, arrival, severity, sentence, problem: first?.title ?? '', advice: first?.advice ?? '', steps }
}

const NOTHING: MailFinding[] = []

/** Returns whether a limit or the plan refused a run, or the run failed. Other errors end the check, because every step would meet them. */
const isRefused = (error: unknown): error is ToolError =>
  error instanceof Error &&
  error.name === 'ToolError' &&
  ['daily_limit_reached', 'login_required', 'upgrade_required', 'not_available', 'failed'].includes(
    (error as ToolError).code,
  )

const stepOf = (
  id: MailStepId,
  runs: readonly ToolRun[],
  before: readonly MailStep[],
  refusal: Refusal | undefined,
): MailStep => {
  if (runs.length > 0) return done(id, runs, before, refusal)
  if (refusal !== undefined)
    return { id, state: 'refused', sentence: refusal.message, findings: NOTHING, runs, refusal }
  const unknown = before[0]?.state === 'refused'
  const sentence = unknown ? 'The mail servers are unknown, because MX Record was not run.' : smtpSentence(runs)
  return { id, state: unknown ? 'refused' : 'skipped', sentence, findings: NOTHING, runs }
}

/** The known part of a step: its finished runs in the order of their inputs, and the first refusal. */
interface Asked {
  readonly isDone: boolean
  readonly runs: readonly ToolRun[]
  readonly refusal?: Refusal
}

const stepsOf = (known: ReadonlyMap<MailStepId, Asked>): readonly MailStep[] => {
  const steps: MailStep[] = []
  for (const { id } of mailSteps) {
    const { isDone = false, runs = [], refusal } = known.get(id) ?? {}
    steps.push(
      isDone
        ? stepOf(id, runs, steps, refusal)
        : { id, state: known.has(id) ? 'running' : 'waiting', sentence: '', findings: NOTHING, runs },
    )
  }
  return steps
}

const isRun = (answer: ToolRun | Refusal): answer is ToolRun => 'tool' in answer

/** Returns the run, or why it was refused. */
const answerOf = async (run: Promise<ToolRun>): Promise<ToolRun | Refusal> => {
  try {
    return await run
  } catch (error) {
    if (!isRefused(error)) throw error
    const { code, title, message } = error
    return { code, title, message }
  }
}

/** Waits until every promise has settled, so that nothing goes on behind a check that has ended. Throws the first error in their order. */
const allOf = async (promises: readonly Promise<unknown>[]): Promise<void> => {
  const outcomes = await Promise.allSettled(promises)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

const serversOf = (run: ToolRun | undefined): string[] =>
  run?.plot.kind === 'exchanges'
    ? run.plot.exchanges.slice(0, MOST_MAIL_SERVERS).map(({ exchange }) => withPort(exchange, 25))
    : []

/**
 * Checks why mail to a domain does not arrive: MX, SMTP on each mail server (at most five), SPF, DMARC and DKIM, DNSSEC. All run at once;
 * the mail servers wait for the MX records alone. `run` runs a tool in the world of the check, so the limits and the log of the caller
 * apply; each mail server is one run. A step that is refused or fails is shown as such, and the others run. `onChange` is called at the
 * start and at the end of each step and after each run. Rejects with the `ToolError` of an invalid domain or of a cancelled run once no
 * run goes on.
 *
 * @example
 * const box = createToolbox({ seed: 'k3f9', scenario: 'mx-down' })
 * const mail = await checkMail('shop.example', (tool, input) => box.run(tool, input))
 * mail.sentence // => 'Mail to shop.example arrives, ten seconds late.'
 * mail.steps.map(({ runs }) => runs.length) // => [1, 3, 1, 1, 1]
 */
export const checkMail = async (
  domain: string,
  run: RunMailTool,
  onChange?: (check: MailCheck) => void,
): Promise<MailCheck> => {
  const known = new Map<MailStepId, Asked>()
  const show = (): MailCheck => summarize(domain, stepsOf(known))
  const ask = async ({ id, tool }: (typeof mailSteps)[number], inputs: readonly string[]): Promise<Asked> => {
    const answers: (ToolRun | Refusal)[] = []
    const asked = (isDone: boolean): Asked => {
      // Without the holes of inputs that are not answered yet.
      const given = Object.values(answers)
      const runs = given.filter(isRun)
      const refusal = given.find((answer): answer is Refusal => !isRun(answer))
      return { isDone, runs, ...(refusal === undefined ? {} : { refusal }) }
    }
    const note = (isDone: boolean): void => {
      known.set(id, asked(isDone))
      onChange?.(show())
    }
    note(false)
    await allOf(
      inputs.map(async (input, index) => {
        answers[index] = await answerOf(run(tool, input))
        note(false)
      }),
    )
    note(true)
    return asked(true)
  }
  const [mx, smtp, ...others] = mailSteps
  await allOf([
    ask(mx, [domain]).then(async ({ runs }) => ask(smtp, serversOf(runs[0]))),
    ...others.map(async (step) => ask(step, [domain])),
  ])
  return show()
}
