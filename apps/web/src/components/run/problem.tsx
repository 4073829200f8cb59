import { MAX_INPUT_LENGTH, type Refusal, type Severity, type ToolDefinition } from '@netbox/core'
import type { ReactNode } from 'react'
import { useInlineMessage } from '../../lib/page/toasts.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { Status } from '../ui/glyphs/status-glyph.tsx'

/** The problem of a run, shown at the input. */
export interface Problem {
  /** Empty if there is no problem and the details are only remarks. */
  readonly message: string
  readonly details: readonly string[]
  /** Whether the input causes the problem. */
  readonly isOfInput: boolean
  /** Whether another plan solves the problem. */
  readonly needsPlan: boolean
}

/** Creates a problem that concerns neither the input nor the plan. */
export const problemSaying = (message: string, details: readonly string[] = []): Problem => ({
  message,
  details,
  isOfInput: false,
  needsPlan: false,
})

/** The problem of a missing file of the page: after an update of the site, or without a connection. */
export const notLoaded: Problem = problemSaying(toolRunTexts.notLoaded)

/** Describes the invalid parts of a link and adds the remark about it; undefined if there is neither. */
export const linkProblem = (problems: readonly string[], remark?: string): Problem | undefined => {
  const details = remark === undefined ? problems : [...problems, remark]
  return details.length === 0
    ? undefined
    : problemSaying(problems.length === 0 ? '' : toolRunTexts.linkRefused, details)
}

// Longer inputs are not repeated, because the field shows them.
const LONGEST_SHOWN = 60

const ofPlan: ReadonlySet<Refusal['code']> = new Set(['upgrade_required', 'not_available'])
// The titles of input problems; a wrong seed or time has another title.
const ofInput: ReadonlySet<string> = new Set(['Input required', 'Invalid input'])

/** An input and the tool that refused it. */
interface Asked {
  readonly tool: Pick<ToolDefinition, 'input' | 'placeholder'>
  readonly input: string
}

const reasonOf = ({ tool, input }: Asked): string | undefined => {
  const text = input.trim()
  const lines = text.split(/\r\n|\n|\r/).length
  if (text.length > MAX_INPUT_LENGTH) return toolRunTexts.tooLong(text.length, MAX_INPUT_LENGTH)
  if (lines > 1) return tool.input.multiline === true ? undefined : toolRunTexts.manyLinesGiven(lines)
  return text === '' || text.length > LONGEST_SHOWN ? undefined : toolRunTexts.notRead(text)
}

/** Returns why an input was refused, with an example. */
const detailsOf = (asked: Asked): string[] => {
  const [example = ''] = asked.tool.placeholder.split('\n', 1)
  return [reasonOf(asked) ?? [], toolRunTexts.example(example)].flat()
}

/** Returns the problem of a refused run; undefined if the run was started, because its outcome shows the error. */
export const problemOf = ({ code, title, message }: Refusal, asked: Asked): Problem | undefined => {
  if (code === 'aborted' || code === 'failed' || code === 'daily_limit_reached') return undefined
  return {
    message,
    details: ofInput.has(title) ? detailsOf(asked) : [],
    isOfInput: ofInput.has(title),
    needsPlan: ofPlan.has(code),
  }
}

/** Returns the tone of a refusal: an internal error, the user's own action, or a problem to correct. */
export const severityOf = ({ code }: Refusal): Severity => {
  if (code === 'failed') return 'critical'
  return code === 'aborted' ? 'info' : 'warning'
}

interface ProblemLinesProps {
  /** The id of the message about a refused input. */
  readonly id: string
  readonly problem: Problem | undefined
  readonly severity?: Severity
  /** The advice next to the sentence. */
  readonly children?: ReactNode
}

/** Shows the problem of a run under its input, because a toast would disappear. */
export const ProblemLines = ({ id, problem, severity = 'critical', children }: ProblemLinesProps) => {
  useInlineMessage(problem?.message)
  return (
    <div id={id} role="alert">
      {problem === undefined ? null : (
        <div className="text-sm">
          {problem.message === '' ? null : (
            <Status isSentence severity={severity}>
              {problem.message}
            </Status>
          )}{' '}
          {children}
          {problem.details.length === 0 ? null : (
            <ul className="mt-1 text-ink-2">
              {problem.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}
