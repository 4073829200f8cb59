import type { Refusal } from './tool-error.ts'
import { type PlanId, planName } from '../plans/plans.ts'

/*
 * The words of every refusal and failure of a tool run (spec §5 and §8). The home page and the dashboard word some of
 * them differently; everything else (terminal, library, API) speaks like the dashboard, whose texts name the input.
 */

/** Names where a run was asked for. */
export type Surface = 'home' | 'dashboard' | 'library' | 'command' | 'api'

/** Says that the input is blank. `inputType` is the label of the tool's input. */
export const inputRequired = (surface: Surface, inputType: string): Refusal => ({
  code: 'input_required',
  title: 'Input required',
  message: surface === 'home' ? 'Please enter a valid input.' : `Please enter a valid ${inputType.toLowerCase()}.`,
})

/**
 * Says that the input can't be what the tool needs. `inputType` is the label of the tool's input.
 *
 * @example
 * invalidInput('Domain Name').message // => 'Please enter a valid domain name.'
 */
export const invalidInput = (inputType: string): Refusal => ({
  code: 'invalid_input',
  title: 'Invalid input',
  message: `Please enter a valid ${inputType.toLowerCase()}.`,
})

/** Says that an account is needed. */
export const loginRequired: Refusal = {
  code: 'login_required',
  title: 'Login required',
  message: 'Please log in to use this tool.',
}

/** Says that a paid plan is needed. */
export const upgradeRequired = (surface: Surface): Refusal => ({
  code: 'upgrade_required',
  title: surface === 'dashboard' ? 'Access restricted' : 'Upgrade required',
  message: 'This tool requires a Pro or Enterprise plan.',
})

/** Says that the plan has no runs of this tool at all. */
export const notAvailable: Refusal = {
  code: 'not_available',
  title: 'Access restricted',
  message: 'This tool is not available on your current plan.',
}

/** Says that the security check is still to be solved. */
export const captchaRequired: Refusal = {
  code: 'captcha_required',
  title: 'CAPTCHA required',
  message: 'Please complete the security verification first.',
}

/**
 * Says that the runs of this day are used up.
 *
 * @example
 * const { message } = dailyLimitReached('Traceroute', 'free', 25)
 * message // => 'Daily limit reached: 25 runs of Traceroute per day on the Free plan. Resets at 00:00 UTC.'
 */
export const dailyLimitReached = (toolName: string, plan: PlanId, limit: number): Refusal => ({
  code: 'daily_limit_reached',
  title: 'Access restricted',
  message: `Daily limit reached: ${limit} runs of ${toolName} per day on the ${planName(plan)} plan. Resets at 00:00 UTC.`,
})

/** Says that no such tool exists. */
export const notImplemented = (id: string): Refusal => ({
  code: 'not_implemented',
  title: 'Execution failed',
  message: `Tool ${id} not implemented yet.`,
})

// The dashboard shows the message of the cause, if it has one.
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'Unknown error occurred'
  return cause.message === '' ? 'An unexpected error occurred.' : cause.message
}

/** Says that a run broke off for a reason that is ours. */
export const executionFailed = (surface: Surface, cause: unknown): Refusal => ({
  code: 'failed',
  title: 'Execution failed',
  message: surface === 'dashboard' ? reasonOf(cause) : 'An error occurred during tool execution.',
})

/** Says that the run was cancelled by the one who asked for it. */
export const aborted: Refusal = {
  code: 'aborted',
  title: 'Run cancelled',
  message: 'The run was cancelled. It costs nothing.',
}
