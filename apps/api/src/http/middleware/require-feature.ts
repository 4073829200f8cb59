import type { EndpointDefinition, ServiceName } from '@netbox/contract'
import { serviceOffMessages } from '@netbox/product'
import type { Middleware } from 'koa'
import { Refusal } from '../../refusal.ts'

/** Refuses calls of an endpoint while its part of the service is switched off by an admin; undefined if the endpoint has no such part. */
export const requireFeature = (
  { feature }: EndpointDefinition,
  isOn: (service: ServiceName) => Promise<boolean>,
): Middleware | undefined => {
  if (feature === undefined) return undefined
  return async (_ctx, next) => {
    if (!(await isOn(feature))) throw new Refusal('service_off', { message: serviceOffMessages[feature] })
    await next()
  }
}
