import type { Refusal } from '../errors/tool-error.ts'
import {
  captchaRequired,
  inputRequired,
  loginRequired,
  notAvailable,
  type Surface,
  upgradeRequired,
} from '../errors/run-errors.ts'
import type { ToolDefinition } from '../tools/define-tool.ts'
import type { PlanId } from '../plans/plans.ts'

/** The context of a request for a run. */
export interface AccessRequest {
  readonly tool: ToolDefinition
  readonly plan: PlanId
  /** Selects the texts of refusals; 'home' also applies the picker's list of free tools. Default 'library'. */
  readonly surface?: Surface
  /** The input of the run; absent if only the tool is checked. */
  readonly input?: string
  readonly signedIn?: boolean
  /** Whether the captcha is solved; absent on surfaces without a captcha (dashboard, terminal, API). */
  readonly captcha?: boolean
}

/** Whether a run may start; if not, the reason. */
export type Access = { readonly allowed: true } | ({ readonly allowed: false } & Refusal)

// Whether the login requirement is enforced. Spec §5: "The login requirement in that rule is hard-coded off", so visitors run tools without
// login, although badges say Login Required.
const LOGIN_REQUIREMENT_ENFORCED = false

const isFree = (tool: ToolDefinition, surface: Surface): boolean =>
  surface === 'home' ? (tool.picker?.free ?? tool.free) : tool.free

/** Returns whether an input is missing or blank. Scripts without types may pass anything. */
const isBlank = (input: unknown): boolean => typeof input !== 'string' || input.trim() === ''

const reasons = (request: AccessRequest): Refusal | undefined => {
  const { tool, plan, surface = 'library', input, signedIn = false, captcha } = request
  if (input !== undefined && isBlank(input)) return inputRequired(surface, tool.input.type)
  if (LOGIN_REQUIREMENT_ENFORCED && tool.picker?.requiresLogin === true && !signedIn) return loginRequired
  if (plan === 'free' && !isFree(tool, surface)) return upgradeRequired(surface)
  if (tool.limits[plan] === 0) return notAvailable
  if (captcha === false) return captchaRequired
  return undefined
}

/**
 * Decides whether a run may start, in the order of spec §5: input, login, plan, captcha. The usage store checks daily limits later.
 *
 * @example
 * const tool = findTool('dns-diagnostic')
 * tool && checkAccess({ tool, plan: 'pro' }).allowed // => true
 * tool && checkAccess({ tool, plan: 'free' }).allowed // => false
 */
export const checkAccess = (request: AccessRequest): Access => {
  const refusal = reasons(request)
  return refusal === undefined ? { allowed: true } : { allowed: false, ...refusal }
}
