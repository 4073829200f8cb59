/** The codes of all refusals and failures of a run. The codes are stable; texts may change. */
export const errorCodes = [
  'input_required',
  'invalid_input',
  'login_required',
  'upgrade_required',
  'not_available',
  'captcha_required',
  'daily_limit_reached',
  'not_implemented',
  'failed',
  'aborted',
] as const

/** The stable code of a refusal or failure. */
export type ErrorCode = (typeof errorCodes)[number]

/** A refusal or a failure as plain data, in the words that every surface shows. */
export interface Refusal {
  readonly code: ErrorCode
  readonly title: string
  readonly message: string
}

/**
 * The error of a refused, failed or cancelled run. `code` is stable, `title` and `message` are for people.
 *
 * @example
 * const error = await createToolbox().run('dns-diagnostic', 'mail.example').catch((reason) => reason)
 * error instanceof ToolError // => true
 * error.code // => 'upgrade_required'
 * error.message // => 'This tool requires a Pro or Enterprise plan.'
 */
export class ToolError extends Error implements Refusal {
  override readonly name = 'ToolError'
  readonly code: ErrorCode
  readonly title: string

  constructor(refusal: Refusal, options?: { cause?: unknown }) {
    super(refusal.message, options)
    this.code = refusal.code
    this.title = refusal.title
  }
}
