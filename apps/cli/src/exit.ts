import type { ErrorCode } from '@netbox/core'

/** The exit codes. They are stable, because scripts use them. */
export const exitCodes = {
  ran: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  limit: 4,
  someFailed: 5,
  finding: 6,
  unreachable: 7,
  cancelled: 130,
  terminated: 143,
} as const

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The meaning of each code, for `netbox --help`. */
export const exitMeanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.ran, 'ran, whatever the report says'],
  [exitCodes.failed, 'failed'],
  [exitCodes.usage, 'wrong usage, unknown tool or invalid input'],
  [exitCodes.refused, 'refused: plan, login or availability'],
  [exitCodes.limit, 'daily limit reached'],
  [exitCodes.someFailed, 'several inputs, and some failed'],
  [exitCodes.finding, 'a finding at or above --fail-on'],
  [exitCodes.unreachable, "the service can't be reached"],
  [exitCodes.cancelled, 'cancelled with Ctrl-C'],
  [exitCodes.terminated, 'ended by the system, with SIGTERM'],
]

/** The exit code for each error code of a run. If one is missing, the code does not compile. */
export const exitCodeOf: Readonly<Record<ErrorCode, ExitCode>> = {
  input_required: exitCodes.usage,
  invalid_input: exitCodes.usage,
  not_implemented: exitCodes.usage,
  login_required: exitCodes.refused,
  upgrade_required: exitCodes.refused,
  not_available: exitCodes.refused,
  captcha_required: exitCodes.refused,
  daily_limit_reached: exitCodes.limit,
  failed: exitCodes.failed,
  aborted: exitCodes.cancelled,
}
