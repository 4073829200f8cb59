/*
 * Code that needs the service or is seldom needed: a separate file in the build, loaded by the command that asks for it.
 */
export { api } from './api.ts'
export { fetchPlan } from './fetch-plan.ts'
export { config } from './config.ts'
export { login } from './login.ts'
export { logout } from './logout.ts'
export { serviceLimits } from './service-limits.ts'
export { share } from './share.ts'
export { upgrade } from './upgrade.ts'
export { verify } from './verify/verify.ts'
export { whoami } from './whoami.ts'
