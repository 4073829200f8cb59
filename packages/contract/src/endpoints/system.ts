import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { activity } from '../entities/activity.ts'
import { serviceControl, verificationMode } from '../entities/service-control.ts'
import { stats, today } from '../entities/stats.ts'

/** The endpoints about the service and the user's own usage. */
export const systemEndpoints = [
  endpoint({
    id: 'services.list',
    method: 'GET',
    path: '/services',
    access: 'anyone',
    response: v.object({ services: v.array(serviceControl), email_verification: verificationMode }),
    errors: [],
    summary: 'Lists which parts of the service are switched on',
    description: '`email_verification` says whether a verification contacts mail servers, is simulated, or is refused.',
  }),
  endpoint({
    id: 'ip.get',
    method: 'GET',
    path: '/ip',
    access: 'anyone',
    response: v.object({ ip: v.string() }),
    errors: [],
    summary: 'Returns your IP address',
  }),
  endpoint({
    id: 'stats.get',
    method: 'GET',
    path: '/stats',
    access: 'bearer',
    scope: 'usage:read',
    response: v.object({ data: stats }),
    errors: [],
    summary: 'Returns your usage statistics',
  }),
  endpoint({
    id: 'stats.today',
    method: 'GET',
    path: '/stats/today',
    access: 'bearer',
    scope: 'usage:read',
    response: v.object({ data: today }),
    errors: [],
    summary: 'Returns the current UTC day: your runs and verifications, and the downtime',
  }),
  endpoint({
    id: 'activity.list',
    method: 'GET',
    path: '/activity',
    access: 'bearer',
    scope: 'tools:read',
    response: v.object({ data: v.object({ items: v.array(activity) }) }),
    errors: [],
    summary: 'Lists your recent activity, newest first',
  }),
] as const
