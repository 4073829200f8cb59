import type { Refusal, Severity } from '@netbox/core'
import { toolRunTexts } from '../../texts/tool-run.ts'

/** The problem of a run, shown at the input. */
export interface Problem {
  /** Empty where the details are remarks, and nothing is wrong. */
  readonly message: string
  readonly details: readonly string[]
  /** Whether it is the input that was refused. */
  readonly isOfInput: boolean
  /** Whether another plan helps. */
  readonly needsPlan: boolean
}

/** Makes a problem of a sentence that is about neither the input nor the plan. */
export const problemSaying = (message: string, details: readonly string[] = []): Problem => ({
  message,
  details,
  isOfInput: false,
  needsPlan: false,
})

/** Says that a file of the page is missing: after an update of the site, or without a connection. */
export const notLoaded: Problem = problemSaying(toolRunTexts.notLoaded)

/** Describes the unusable parts of a link, and other notes about it. */
export const linkProblem = (problems: readonly string[], remark?: string): Problem | undefined => {
  const details = remark === undefined ? problems : [...problems, remark]
  return details.length === 0
    ? undefined
    : problemSaying(problems.length === 0 ? '' : toolRunTexts.linkRefused, details)
}

const ofPlan: ReadonlySet<Refusal['code']> = new Set(['upgrade_required', 'not_available'])
// 'Invalid input' and 'Input required'; a wrong seed or time has its own title.
const ofInput: ReadonlySet<string> = new Set(['Input required', 'Invalid input'])

/** Returns the problem of a refused run; started runs have their own sheet. */
export const problemOf = ({ code, title, message }: Refusal): Problem | undefined => {
  if (code === 'aborted' || code === 'failed' || code === 'daily_limit_reached') return undefined
  return { message, details: [], isOfInput: ofInput.has(title), needsPlan: ofPlan.has(code) }
}

/** Returns the tone of a refusal: a fault of ours, a wish of one's own, or something to put right. */
export const severityOf = ({ code }: Refusal): Severity => {
  if (code === 'failed') return 'critical'
  return code === 'aborted' ? 'info' : 'warning'
}
