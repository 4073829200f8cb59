import { plainTexts } from '../foundation/plain-text.ts'
import { type MailCheck, type MailFinding, type MailStep, mailSteps } from '../mail-check/mail-check.ts'
import type { ToolRun } from '../runs/run.ts'
import { clip, columns, flow, padEnd, wrap } from './layout.ts'
import { heading, INDENT, paragraph, sections, spell, styleOf, tally, type TextOptions } from './report-sections.ts'
import type { Style } from './style.ts'

const NAME = 18

const lineOf = ({ severity, title, seen }: MailFinding, { glyphs, paint }: Style): string =>
  seen ? paint('dim', `The same fault: ${title}`) : `${paint(severity, glyphs.severity[severity])} ${title}`

/** Writes each mail server with its severity and verdict: on one line, or on two if the columns are too few. */
const serverLines = ({ runs }: MailStep, { width, glyphs, paint }: Style): string[] => {
  const hosts = runs.map(({ input }) => input.replace(/:25$/, ''))
  const widest = Math.max(...hosts.map((host) => columns(host)))
  const beside = NAME + widest + 4
  const isNarrow = beside > width / 2 + 8
  const indent = isNarrow ? NAME + 2 : beside
  return runs.flatMap(({ verdict: { severity, sentence } }, index) => {
    const host = `${' '.repeat(NAME)}${paint(severity, glyphs.severity[severity])} `
    const name = hosts[index] ?? ''
    const [first = '', ...rest] = wrap(sentence, width - indent).map((line) => ' '.repeat(indent) + line)
    return isNarrow
      ? [host + clip(name, width - indent), first, ...rest]
      : [`${host}${padEnd(name, widest)}${first.slice(beside - 2)}`, ...rest]
  })
}

const stepLines = (step: MailStep, style: Style): string[] => {
  const { glyphs, paint } = style
  const { title = '' } = mailSteps.find(({ id }) => id === step.id) ?? {}
  const sign =
    step.severity === undefined ? paint('dim', glyphs.dash) : paint(step.severity, glyphs.severity[step.severity])
  const [first = '', ...rest] = wrap(step.sentence, style.width - NAME)
  const [worst] = step.findings
  const refused = step.state === 'done' && step.refusal !== undefined ? [step.refusal.message] : []
  return [
    `${sign} ${padEnd(title, NAME - 2)}${paint('strong', first)}`,
    ...rest.map((line) => ' '.repeat(NAME) + paint('strong', line)),
    ...(worst === undefined || worst.severity === 'pass'
      ? []
      : wrap(lineOf(worst, { ...style, paint: (_role, text) => text }), style.width - NAME).map(
          (line) => ' '.repeat(NAME) + paint(worst.seen ? 'dim' : worst.severity, line),
        )),
    ...(step.id === 'smtp' && step.runs.length > 1 ? serverLines(step, style) : []),
    ...refused.flatMap((message) => paragraph(message, style, NAME)),
  ]
}

/**
 * Writes a mail check as text: the sentence, what to do first, and a line for each step and mail server. The text names the world of the first
 * run; without a run, the texts about the world are left out.
 *
 * @example
 * const box = createToolbox({ seed: 'k3f9', scenario: 'mx-down' })
 * const mail = await checkMail('shop.example', (tool, input) => box.run(tool, input))
 * formatMailCheck(mail).split('\n')[2] // => 'Mail check of shop.example'
 */
export const formatMailCheck = (given: MailCheck, options: TextOptions = {}): string => {
  const check = plainTexts(given)
  const style = styleOf(options)
  const run: ToolRun | undefined = check.steps.flatMap(({ runs }) => runs)[0]
  const counted = check.steps.flatMap(({ findings }) => findings.filter(({ seen }) => !seen))
  const lines = [
    ...(options.mark === false || run === undefined ? [] : [...sections.mark(run, style), '']),
    `Mail check of ${check.domain}`,
    '',
    ...heading(check, style),
    ...flow(tally(counted, style), 3, style.width - INDENT).map((line) => ' '.repeat(INDENT) + line),
    '',
    ...(check.advice === ''
      ? []
      : [style.paint('strong', 'Do this first'), ...paragraph(`${check.problem}. ${check.advice}`, style, 2), '']),
    ...check.steps.flatMap((step) => stepLines(step, style)),
    ...(run === undefined ? [] : ['', ...sections.foot(run, style)]),
  ]
  return spell(`${lines.join('\n')}\n`, options)
}
