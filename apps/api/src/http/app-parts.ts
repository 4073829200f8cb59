import type { Router } from '@koa/router'
import type { ServiceName } from '@netbox/contract'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Routes } from './handler.ts'
import type { SupabaseApi } from './supabase.ts'
import type { Metrics } from '../metrics.ts'
import type { Authenticator } from './middleware/authenticate.ts'
import type { ApiKeys, ExplainRefusal } from './middleware/authenticate-key.ts'
import type { UseCaptcha } from './middleware/require-captcha.ts'
import type { RateLimits } from '../rate-limits.ts'

/** The parts of the service's HTTP layer. */
export interface AppParts {
  /** The handlers, by endpoint. */
  readonly routes: Routes
  /** The APIs that supabase-js calls. */
  readonly supabase: readonly SupabaseApi[]
  /** Routes outside the contract: health, metrics, the API reference. */
  readonly pages: Router
  readonly site: Middleware
  readonly authenticator: Authenticator
  readonly explainRefusal: ExplainRefusal
  readonly rateLimits: RateLimits
  readonly isOn: (service: ServiceName) => Promise<boolean>
  readonly useCaptcha: UseCaptcha
  readonly log: Logger
  readonly metrics: Metrics
  readonly settings: ApiKeys & {
    readonly isSecure: boolean
    readonly publicUrl: string
    readonly corsOrigins: readonly string[]
    readonly trustedProxies: readonly string[]
  }
  readonly stopping: AbortSignal
}
