import type { EndpointDefinition, ServiceName } from '@netbox/contract'
import type { Middleware } from 'koa'
import { ApiError } from '../api-error.ts'

/** Refuses an endpoint whose part of the service an admin has switched off; undefined if it belongs to none. */
export const requireFeature = (
  { feature }: EndpointDefinition,
  isOn: (service: ServiceName) => Promise<boolean>,
): Middleware | undefined => {
  if (feature === undefined) return undefined
  return async (_ctx, next) => {
    if (!(await isOn(feature))) throw new ApiError('service_off')
    await next()
  }
}
