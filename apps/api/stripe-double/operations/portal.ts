import { flagAt, type Form, mergeMetadata, objectAt, objectsAt, requiredAt, textAt, textsAt } from '../wire/form.ts'
import type { PortalConfiguration, PortalSession } from '../objects/types.ts'
import { LIST, listPage } from '../wire/list.ts'
import { refuse } from '../wire/refusal.ts'
import type { World } from '../world.ts'
import { customerNamed } from './customers.ts'
import { type Call, found, named, operation, type Operation } from './operation.ts'

type Features = PortalConfiguration['features']

const none: Form = {}

const updateOf = (form: Form | undefined): Features['subscription_update'] => {
  const update = objectAt(form ?? none, 'subscription_update') ?? none
  const schedule = objectAt(update, 'schedule_at_period_end') ?? none
  return {
    billing_cycle_anchor: null,
    default_allowed_updates: [...(textsAt(update, 'default_allowed_updates') ?? [])],
    enabled: flagAt(update, 'enabled') ?? false,
    products: (objectsAt(update, 'products') ?? []).map((product) => ({
      adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
      product: requiredAt(product, 'product'),
      prices: [...(textsAt(product, 'prices') ?? [])],
    })),
    proration_behavior: textAt(update, 'proration_behavior') ?? 'none',
    schedule_at_period_end: {
      conditions: (objectsAt(schedule, 'conditions') ?? []).map((condition) => ({
        type: requiredAt(condition, 'type'),
      })),
    },
    trial_update_behavior: 'end_trial',
  }
}

const featuresOf = (form: Form): Features => {
  const given = objectAt(form, 'features')
  const enabled = (name: string): boolean => flagAt(objectAt(given ?? none, name) ?? none, 'enabled') ?? false
  const cancel = objectAt(given ?? none, 'subscription_cancel') ?? none
  return {
    customer_update: { allowed_updates: [], enabled: enabled('customer_update') },
    invoice_history: { enabled: enabled('invoice_history') },
    payment_method_update: { enabled: enabled('payment_method_update'), payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: enabled('subscription_cancel'),
      mode: textAt(cancel, 'mode') ?? 'at_period_end',
      proration_behavior: textAt(cancel, 'proration_behavior') ?? 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: updateOf(given),
  }
}

const configurationAt = ({ world: { tables }, ids: [id = ''] }: Call) =>
  named(tables.portalConfigurations, id, 'configuration')

/** Returns the configuration that is named, else the account's own: a portal in which nothing but cards can be changed. */
const configurationFor = ({ tables }: World, id: string | undefined): PortalConfiguration => {
  if (id !== undefined) return named(tables.portalConfigurations, id, 'configuration', 'configuration')
  const own = Object.values(tables.portalConfigurations).find((configuration) => configuration.is_default)
  if (own === undefined)
    throw refuse(400, {
      message:
        'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
    })
  return own
}

const flowOf = ({ tables }: World, form: Form): PortalSession['flow'] => {
  const flow = objectAt(form, 'flow_data')
  if (flow === undefined) return null
  const type = requiredAt(flow, 'type')
  const confirm = objectAt(flow, 'subscription_update_confirm')
  const completion = objectAt(flow, 'after_completion') ?? none
  const redirect = objectAt(completion, 'redirect')
  if (type === 'subscription_update_confirm') {
    const [item] = objectsAt(confirm ?? none, 'items') ?? []
    const subscription = found(tables.subscriptions, requiredAt(confirm ?? none, 'subscription'))
    if (subscription === undefined || subscription.status === 'canceled')
      throw refuse(400, {
        message: 'The subscription cannot be updated.',
        param: 'flow_data[subscription_update_confirm][subscription]',
      })
    const price = requiredAt(item ?? none, 'price')
    named(tables.prices, price, 'price', 'flow_data[subscription_update_confirm][items][0][price]')
  }
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: redirect === undefined ? null : { return_url: requiredAt(redirect, 'return_url') },
      type: textAt(completion, 'type') ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm:
      confirm === undefined
        ? null
        : {
            discounts: null,
            items: (objectsAt(confirm, 'items') ?? []).map((item) => ({
              id: textAt(item, 'id') ?? null,
              price: textAt(item, 'price') ?? null,
              quantity: 1,
            })),
            subscription: requiredAt(confirm, 'subscription'),
          },
    type,
  }
}

const WRITABLE = ['features', 'business_profile', 'default_return_url', 'metadata', 'name', 'login_page'] as const

/** The portal in which customers help themselves. */
export const portal: readonly Operation[] = [
  operation('POST', '/v1/billing_portal/configurations', [...WRITABLE], ({ world, form }) => {
    const profile = objectAt(form, 'business_profile') ?? none
    const created: PortalConfiguration = {
      id: world.id('bpc'),
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: {
        headline: textAt(profile, 'headline') ?? null,
        privacy_policy_url: textAt(profile, 'privacy_policy_url') ?? null,
        terms_of_service_url: textAt(profile, 'terms_of_service_url') ?? null,
      },
      created: world.now(),
      default_return_url: textAt(form, 'default_return_url') ?? null,
      features: featuresOf(form),
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: mergeMetadata({}, form),
      name: textAt(form, 'name') ?? null,
      updated: world.now(),
    }
    world.tables.portalConfigurations[created.id] = created
    return created
  }),
  operation('GET', '/v1/billing_portal/configurations', [...LIST, 'active'], ({ world: { tables }, form }) => {
    const active = flagAt(form, 'active')
    const rows = Object.values(tables.portalConfigurations).filter(
      (row) => active === undefined || row.active === active,
    )
    return listPage(rows, form, '/v1/billing_portal/configurations')
  }),
  operation('GET', '/v1/billing_portal/configurations/{id}', [], configurationAt),
  operation('POST', '/v1/billing_portal/configurations/{id}', [...WRITABLE, 'active'], (call) => {
    const configuration = configurationAt(call)
    const { form, world } = call
    if (objectAt(form, 'features') !== undefined) configuration.features = featuresOf(form)
    configuration.active = flagAt(form, 'active') ?? configuration.active
    configuration.default_return_url = textAt(form, 'default_return_url') ?? configuration.default_return_url
    configuration.metadata = mergeMetadata(configuration.metadata ?? {}, form)
    configuration.updated = world.now()
    return configuration
  }),
  operation(
    'POST',
    '/v1/billing_portal/sessions',
    ['customer', 'return_url', 'configuration', 'flow_data', 'locale'],
    ({ world, form, origin }) => {
      const customer = customerNamed(world, requiredAt(form, 'customer'), 'customer')
      const configuration = configurationFor(world, textAt(form, 'configuration'))
      const id = world.id('bps')
      const session: PortalSession = {
        id,
        object: 'billing_portal.session',
        configuration: configuration.id,
        created: world.now(customer.id),
        customer: customer.id,
        customer_account: null,
        flow: flowOf(world, form),
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: textAt(form, 'return_url') ?? configuration.default_return_url,
        url: `${origin}/p/session/${id}`,
      }
      world.tables.portalSessions[id] = session
      return session
    },
  ),
]
