import type { Mutation } from '../mutation.ts'

const webhook = ['test/billing/webhook.test.ts']
const checkout = ['test/billing/checkout.test.ts']
const subscription = ['test/billing/subscription.test.ts']
const configuration = ['src/config.test.ts']

const change = "upgrades at once, downgrades and cancellation at the period's end"
const failing = 'failed payment and recovery'
const refunds = 'a payment that is given back ends the subscription'
const beside = 'two subscriptions, a given plan, a deleted account, test and live mode'
const settings = 'no payments by mistake'

const synchronizeFile = 'src/features/billing/synchronize.ts'
const checkoutFile = 'src/features/billing/checkout.ts'
const takeFile = 'src/features/billing/events.ts'
const entitlementFile = 'src/features/billing/entitlement.ts'
const providerFile = 'src/billing/stripe-provider.ts'

/** What a subscription gives, from the first payment to the last. */
export const subscriptions: readonly Mutation[] = [
  {
    name: 'the end of a canceled plan is not the end of its period',
    promise: change,
    file: entitlementFile,
    find: 'return Math.min(end, periodEnd + SLACK)',
    replace: 'return periodEnd + SLACK',
    tests: subscription,
    named: 'until the period ends, and then',
  },
  {
    name: 'a plan ends in the moment of its renewal',
    promise: change,
    file: entitlementFile,
    find: 'return Math.min(end, periodEnd + SLACK)',
    replace: 'return Math.min(end, periodEnd)',
    tests: subscription,
    named: 'some days more',
  },
  {
    name: 'a plan has no end',
    promise: change,
    file: synchronizeFile,
    find: "plan_expires_at: bought.until, plan_source: 'billing' }",
    replace: "plan_expires_at: null, plan_source: 'billing' }",
    tests: subscription,
    named: 'without news',
  },
  {
    name: 'an ending subscription is changed without the portal',
    promise: change,
    file: checkoutFile,
    find: 'IN_ORDER.has(status) && cancelAt === null && !hasSchedule',
    replace: 'IN_ORDER.has(status) && !hasSchedule',
    tests: subscription,
    named: 'leads to the portal, not',
  },
  {
    name: 'the portal lowers a plan at once',
    promise: change,
    file: 'src/billing/set-up-account.ts',
    find: "schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },",
    replace: 'schedule_at_period_end: { conditions: [] },',
    tests: subscription,
    named: 'only when the period is over',
  },
  {
    name: 'the portal cancels a plan at once',
    promise: change,
    file: 'src/billing/set-up-account.ts',
    find: "mode: 'at_period_end'",
    replace: "mode: 'immediately'",
    tests: subscription,
    named: 'until the period ends, and then',
  },
  {
    name: 'status tells the slack as paid',
    promise: change,
    file: 'src/features/billing/status.ts',
    find: 'Math.min(until, Math.max(...ends))',
    replace: 'until',
    tests: subscription,
    named: 'some days more',
  },
  {
    name: 'a plan ends with the first payment that fails',
    promise: failing,
    file: entitlementFile,
    find: 'const GRACE = 7 * DAY',
    replace: 'const GRACE = 0 * DAY',
    tests: subscription,
    named: 'seven days more',
  },
  {
    name: 'a plan that is not paid lasts for its period',
    promise: failing,
    file: entitlementFile,
    find: "if (status === 'active' || status === 'trialing') return",
    replace: "if (status === 'active' || status === 'trialing' || status === 'past_due') return",
    tests: subscription,
    named: 'seven days more',
  },
  {
    name: 'a plan that was never paid is given',
    promise: failing,
    file: entitlementFile,
    find: '    return { subscription, plan, accessUntil: plan === null ? null : accessUntil(subscription) }',
    replace:
      '    return { subscription, plan, accessUntil: plan === null ? null : (accessUntil(subscription) ?? subscription.periodEnd) }',
    tests: subscription,
    named: 'until the period ends, and then|no try went well',
  },
  {
    name: 'money that is given back changes nothing',
    promise: refunds,
    file: takeFile,
    find: "    if (type === 'charge.refunded') await endRefunded(event, budget)\n",
    replace: '    void endRefunded\n',
    tests: subscription,
    named: 'here and at the provider',
  },
  {
    name: 'a part that is given back ends the subscription',
    promise: refunds,
    file: providerFile,
    find: 'if (!charge.refunded || charge.payment_intent === null) return undefined',
    replace: 'if (charge.payment_intent === null) return undefined',
    tests: subscription,
    named: 'a part of it',
  },
  {
    name: 'the last of two subscriptions counts, not the better one',
    promise: beside,
    file: entitlementFile,
    find: 'if (best === undefined || isBetter(found, best)) best = found',
    replace: 'void isBetter\n    best = found',
    tests: subscription,
    named: 'better one counts',
  },
  {
    name: 'what is bought takes the place of a better gift',
    promise: beside,
    file: entitlementFile,
    find: 'return isOver || rankOf(bought.plan) > rankOf(given.plan)',
    replace: 'return isOver || bought.plan !== given.plan',
    tests: subscription,
    named: 'an admin gave',
  },
  {
    name: 'a gift is forgotten when something better was bought',
    promise: beside,
    file: synchronizeFile,
    find: '    const { given_plan, given_until, given_source } = customer\n    return { given_plan, given_until, given_source }',
    replace: "    return { given_plan: 'free' as const, given_until: null, given_source: 'default' as const }",
    tests: subscription,
    named: 'an admin gave',
  },
  {
    name: 'who deletes the account goes on paying',
    promise: beside,
    file: 'src/features/billing/repository.ts',
    find: '.set({ closing_at: now, next_attempt_at: now, attempts: 0 })',
    replace: '.set({ attempts: 0 })',
    tests: subscription,
    named: 'nothing of it is kept',
  },
  {
    name: 'a deleted account is forgotten while the provider is away',
    promise: beside,
    file: 'src/features/billing/closing.ts',
    find: '      await postponeClosing(queries, customer, clock.now() + pauseAfter(customer.attempts))\n',
    replace: '      void [postponeClosing, pauseAfter]\n      await deleteCustomer(queries, customer.id)\n',
    tests: subscription,
    named: 'when the provider was away',
  },
  {
    name: 'an event of the other mode is taken',
    promise: beside,
    file: takeFile,
    find: 'if (isLive !== provider.isLive) {',
    replace: 'if (isLive !== provider.isLive && id.length === 0) {',
    tests: webhook,
    named: 'live mode',
  },
  {
    name: 'customers of test and live keys are one',
    promise: beside,
    file: 'src/features/billing/repository.ts',
    find: `    .where('user_id', '=', userId)
    .where('is_live', '=', isLive ? 1 : 0)
    .executeTakeFirst()`,
    replace: `    .where('user_id', '=', userId)
    .where('is_live', '>=', isLive ? 0 : 0)
    .executeTakeFirst()`,
    tests: checkout,
    named: 'live key',
  },
  {
    name: 'a customer whom the provider has deleted can buy nothing any more',
    promise: beside,
    file: checkoutFile,
    find: "if (!(error instanceof ProviderFailure) || error.kind !== 'missing' || error.param !== 'customer') throw error",
    replace: 'if (!(error instanceof ProviderFailure) || error.kind.length > 0) throw error',
    tests: checkout,
    named: 'has deleted',
  },
  {
    name: 'plans are sold while billing is switched off',
    promise: settings,
    file: 'src/app.ts',
    find: "  'subscription.checkout': 'billing',\n",
    replace: '',
    tests: webhook,
    named: 'switched off',
  },
  {
    name: 'production starts with the double',
    promise: settings,
    file: 'src/config/read-billing.ts',
    find: 'if (isProduction) throw',
    replace: "if (isProduction && name === '') throw",
    tests: configuration,
    named: 'double',
  },
  {
    name: 'production sends the key in clear',
    promise: settings,
    file: 'src/config/read-billing.ts',
    find: "if (isProduction && protocol === 'http:' && !LOOPBACK.has(hostname))",
    replace: "if (isProduction && protocol === 'ftp:' && !LOOPBACK.has(hostname))",
    tests: configuration,
    named: 'in clear',
  },
  {
    name: 'production takes money without hearing of it',
    promise: settings,
    file: 'src/config/read-billing.ts',
    find: 'if (isProduction && secretKey !== undefined && webhookSecrets.length === 0)',
    replace: 'if (isProduction && secretKey === null && webhookSecrets.length === 0)',
    tests: configuration,
    named: 'secret of the webhook',
  },
]
