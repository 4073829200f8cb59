/** Lists every reason for which a run is refused or fails. The codes are stable; texts may change. */
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

/** One of the stable codes of a refused or failed run. */
export type ErrorCode = (typeof errorCodes)[number]
