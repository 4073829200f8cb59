import { settle } from '../engine/time.ts'
import type { TestClock, WebhookEndpoint } from '../objects/types.ts'
import { flagAt, mergeMetadata, numberAt, requiredAt, textAt, textsAt } from '../wire/form.ts'
import { LIST, listPage } from '../wire/list.ts'
import { parameterMissing, refuse } from '../wire/refusal.ts'
import { API_VERSION } from '../world.ts'
import { type Call, named, operation, type Operation } from './operation.ts'

const endpointAt = ({ world: { tables }, ids: [id = ''] }: Call) =>
  named(tables.webhookEndpoints, id, 'webhook endpoint')
const clockAt = ({ world: { tables }, ids: [id = ''] }: Call) => named(tables.testClocks, id, 'test_clock')

// It is told once: when it is made.
const withoutSecret = ({ secret: _secret, ...endpoint }: WebhookEndpoint): object => endpoint

const urlOf = (url: string): string => {
  if (!URL.canParse(url)) throw refuse(400, { message: 'Invalid URL', code: 'url_invalid', param: 'url' })
  return url
}

const DAY = 24 * 60 * 60

/** Events, the endpoints that hear of them, test clocks, and the account. */
export const tools: readonly Operation[] = [
  operation('GET', '/v1/account', [], () => ({
    id: 'acct_netboxdouble',
    object: 'account',
    country: 'US',
    default_currency: 'usd',
  })),
  operation('GET', '/v1/events', [...LIST, 'type'], ({ world: { tables }, form }) => {
    const type = textAt(form, 'type')
    const rows = Object.values(tables.events).filter((event) => type === undefined || event.type === type)
    return listPage(rows, form, '/v1/events')
  }),
  operation('GET', '/v1/events/{id}', [], ({ world: { tables }, ids: [id = ''] }) => named(tables.events, id, 'event')),
  operation(
    'POST',
    '/v1/webhook_endpoints',
    ['url', 'enabled_events', 'api_version', 'description', 'metadata', 'connect'],
    ({ world, form }) => {
      const events = textsAt(form, 'enabled_events') ?? []
      if (events.length === 0) throw parameterMissing('enabled_events')
      const endpoint: WebhookEndpoint = {
        id: world.id('we'),
        object: 'webhook_endpoint',
        api_version: textAt(form, 'api_version') ?? API_VERSION,
        application: null,
        created: world.now(),
        description: textAt(form, 'description') ?? null,
        enabled_events: [...events],
        livemode: false,
        metadata: mergeMetadata({}, form),
        secret: world.id('whsec', 32),
        status: 'enabled',
        url: urlOf(requiredAt(form, 'url')),
      }
      world.tables.webhookEndpoints[endpoint.id] = endpoint
      return endpoint
    },
  ),
  operation('GET', '/v1/webhook_endpoints', [...LIST], ({ world: { tables }, form }) => {
    const page = listPage(Object.values(tables.webhookEndpoints), form, '/v1/webhook_endpoints')
    return { ...page, data: page.data.map(withoutSecret) }
  }),
  operation('GET', '/v1/webhook_endpoints/{id}', [], (call) => withoutSecret(endpointAt(call))),
  operation(
    'POST',
    '/v1/webhook_endpoints/{id}',
    ['url', 'enabled_events', 'description', 'metadata', 'disabled'],
    (call) => {
      const endpoint = endpointAt(call)
      const { form } = call
      endpoint.url = urlOf(textAt(form, 'url') ?? endpoint.url)
      endpoint.enabled_events = [...(textsAt(form, 'enabled_events') ?? endpoint.enabled_events)]
      const isDisabled = flagAt(form, 'disabled')
      if (isDisabled !== undefined) endpoint.status = isDisabled ? 'disabled' : 'enabled'
      endpoint.metadata = mergeMetadata(endpoint.metadata, form)
      return withoutSecret(endpoint)
    },
  ),
  operation('DELETE', '/v1/webhook_endpoints/{id}', [], (call) => {
    const { id } = endpointAt(call)
    delete call.world.tables.webhookEndpoints[id]
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
  operation('POST', '/v1/test_helpers/test_clocks', ['frozen_time', 'name'], ({ world, form }) => {
    const frozen = numberAt(form, 'frozen_time')
    if (frozen === undefined) throw parameterMissing('frozen_time')
    const clock: TestClock = {
      id: world.id('clock'),
      object: 'test_helpers.test_clock',
      created: world.now(),
      deletes_after: world.now() + 30 * DAY,
      frozen_time: frozen,
      livemode: false,
      name: textAt(form, 'name') ?? null,
      status: 'ready',
      status_details: {},
    }
    world.tables.testClocks[clock.id] = clock
    return clock
  }),
  operation('GET', '/v1/test_helpers/test_clocks/{id}', [], clockAt),
  operation('POST', '/v1/test_helpers/test_clocks/{id}/advance', ['frozen_time'], (call) => {
    const clock = clockAt(call)
    const until = numberAt(call.form, 'frozen_time') ?? 0
    if (until <= clock.frozen_time)
      throw refuse(400, { message: 'The frozen time must be later than the one before.', param: 'frozen_time' })
    settle(call.world, clock.id, until)
    clock.frozen_time = until
    call.world.emit('test_helpers.test_clock.ready', clock)
    return clock
  }),
]
