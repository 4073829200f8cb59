/* Code for commands that use the service. The build puts it into a separate file, which is loaded on demand. */
export { api } from './api.ts'
export { fetchPlan, serviceLimits } from './fetch-plan.ts'
export { login } from './login.ts'
export { logout } from './logout.ts'
export { verify } from './verify/verify.ts'
export { whoami } from './whoami.ts'
