import type { Refusal } from './tool-error.ts'
import { type PlanId, planName } from '../plans/plans.ts'

/*
 * The texts of the errors of tool runs (spec §5 and §8). The home page and the dashboard have their own texts for some of them. The other
 * surfaces (terminal, library, API) name the kind of input, as the dashboard does; their other texts are as on the home page.
 */

/** The place that requested a run. */
export type Surface = 'home' | 'dashboard' | 'library' | 'command' | 'api'

/** Returns the label of an input as words in a sentence: `IP Address` becomes `IP address`. */
const inWords = (inputType: string): string => inputType.replaceAll(/[A-Z][a-z]+/g, (word) => word.toLowerCase())

/** Returns the error for a blank input. `inputType` is the label of the tool's input. */
export const inputRequired = (surface: Surface, inputType: string): Refusal => ({
  code: 'input_required',
  title: 'Input required',
  message:
    surface === 'home'
      ? 'Please enter a valid input.'
      : // The specification fixes the dashboard's text.
        `Please enter a valid ${surface === 'dashboard' ? inputType.toLowerCase() : inWords(inputType)}.`,
})

/**
 * Returns the error for an input that the tool can't use. `inputType` is the label of the tool's input.
 *
 * @example
 * invalidInput('Domain Name').message // => 'Please enter a valid domain name.'
 */
export const invalidInput = (inputType: string): Refusal => ({
  code: 'invalid_input',
  title: 'Invalid input',
  message: `Please enter a valid ${inWords(inputType)}.`,
})

/** The error for a tool that needs an account. */
export const loginRequired: Refusal = {
  code: 'login_required',
  title: 'Login required',
  message: 'Please log in to use this tool.',
}

/** Returns the error for a tool that needs a paid plan. */
export const upgradeRequired = (surface: Surface): Refusal => ({
  code: 'upgrade_required',
  title: surface === 'dashboard' ? 'Access restricted' : 'Upgrade required',
  message: 'This tool requires a Pro or Enterprise plan.',
})

/** The error for a tool that the plan does not include. */
export const notAvailable: Refusal = {
  code: 'not_available',
  title: 'Access restricted',
  message: 'This tool is not available on your current plan.',
}

/** The error for a run without a solved security check. */
export const captchaRequired: Refusal = {
  code: 'captcha_required',
  title: 'CAPTCHA required',
  message: 'Please complete the security verification first.',
}

/**
 * Returns the error for a run beyond the daily limit.
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

/** Returns the error for an unknown tool. */
export const notImplemented = (id: string): Refusal => ({
  code: 'not_implemented',
  title: 'Execution failed',
  message: `Tool ${id} not implemented yet.`,
})

// Returns the message of the cause, or a default text. Only the dashboard shows it.
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'Unknown error occurred'
  return cause.message === '' ? 'An unexpected error occurred.' : cause.message
}

/** Returns the error for a run that failed because of an internal error. */
export const executionFailed = (surface: Surface, cause: unknown): Refusal => ({
  code: 'failed',
  title: 'Execution failed',
  message: surface === 'dashboard' ? reasonOf(cause) : 'An error occurred during tool execution.',
})

/** The error for a run that the caller cancelled. */
export const aborted: Refusal = {
  code: 'aborted',
  title: 'Run cancelled',
  message: 'The run was cancelled. It does not count.',
}
