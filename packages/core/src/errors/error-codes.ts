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
