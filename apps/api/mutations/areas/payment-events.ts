import type { Mutation } from '../mutation.ts'

const webhook = ['test/billing/webhook.test.ts']
const order = ['test/billing/order.test.ts']
const subscription = ['test/billing/subscription.test.ts']

const signature = 'signature, age (300 s), two secrets during rollover'
const once = 'each event id once, in one transaction with its effect'
const ordered = 'the subscription is fetched again, so order does not matter'

const eventsFile = 'src/billing/stripe-events.ts'
const synchronizeFile = 'src/features/billing/synchronize.ts'
const takeFile = 'src/features/billing/events.ts'

/** Events of the payment provider: which are taken, and how often they have an effect. */
export const paymentEvents: readonly Mutation[] = [
  {
    name: 'the signature of an event is not checked',
    promise: signature,
    file: eventsFile,
    find: `      const event: unknown = Stripe.webhooks.constructEvent(payload, signature ?? '', secret, TOLERANCE, undefined, now)
      return asEvent(event)`,
    replace: `      void [signature, secret, TOLERANCE, now, Stripe]
      const event: unknown = JSON.parse(payload)
      return asEvent(event)`,
    tests: webhook,
    named: 'is refused',
  },
  {
    name: 'an event may be of any age',
    promise: signature,
    file: eventsFile,
    find: 'const TOLERANCE = 300',
    replace: 'const TOLERANCE = 300_000',
    tests: webhook,
    named: 'five minutes',
  },
  {
    name: 'an event is too old too soon',
    promise: signature,
    file: eventsFile,
    find: 'const TOLERANCE = 300',
    replace: 'const TOLERANCE = 299',
    tests: webhook,
    named: 'until it is five minutes',
  },
  {
    name: 'only the first secret counts',
    promise: signature,
    file: eventsFile,
    find: 'for (const secret of secrets) {',
    replace: 'for (const secret of secrets.slice(0, 1)) {',
    tests: webhook,
    named: 'rollover',
  },
  {
    name: 'what is signed but no event is taken',
    promise: signature,
    file: eventsFile,
    find: "if (!isObject(event) || event['object'] !== 'event') return undefined",
    replace: 'if (!isObject(event)) return undefined',
    tests: webhook,
    named: 'although it is signed',
  },
  {
    name: 'a known event has its effect again',
    promise: once,
    file: synchronizeFile,
    find: `      if (event !== undefined && (await isKnownEvent(queries, event.id))) return { kind: 'known' }
`,
    replace: '      void isKnownEvent\n',
    also: [
      {
        file: synchronizeFile,
        find: "if (event !== undefined && !(await noteEvent(transaction, engine, event, now))) return 'known'",
        replace: 'if (event !== undefined) await noteEvent(transaction, engine, event, now)',
      },
    ],
    tests: webhook,
    named: 'no further effect',
  },
  {
    name: 'an event is noted before its effect, in a transaction of its own',
    promise: once,
    file: synchronizeFile,
    find: "if (event !== undefined && !(await noteEvent(transaction, engine, event, now))) return 'known'",
    replace: "if (event !== undefined && !(await noteEvent(queries, engine, event, now))) return 'known'",
    tests: order,
    named: 'or neither',
    engine: 'mysql',
  },
  {
    name: 'an event is noted although the provider could not be asked',
    promise: once,
    file: synchronizeFile,
    find: '      const subscriptions = await provider.subscriptions(customerId, budget)\n',
    replace: `      if (event !== undefined) await noteEvent(queries, engine, event, clock.now())
      const subscriptions = await provider.subscriptions(customerId, budget)
`,
    tests: webhook,
    named: 'when it comes again',
  },
  {
    name: 'an event is not noted at all',
    promise: once,
    file: synchronizeFile,
    find: "if (event !== undefined && !(await noteEvent(transaction, engine, event, now))) return 'known'",
    replace: 'void noteEvent',
    tests: webhook,
    named: 'no further effect',
  },
  {
    name: 'older news overwrite newer ones',
    promise: ordered,
    file: 'src/features/billing/repository.ts',
    find: "    .where('version', '=', version)\n",
    replace: '',
    tests: order,
    named: 'two processes',
  },
  {
    name: 'older news overwrite newer ones (MySQL)',
    promise: ordered,
    file: 'src/features/billing/repository.ts',
    find: "    .where('version', '=', version)\n",
    replace: '',
    tests: order,
    named: 'two processes',
    engine: 'mysql',
  },
  {
    name: 'who was too late does not ask again',
    promise: ordered,
    file: synchronizeFile,
    find: 'const ROUNDS = 5',
    replace: 'const ROUNDS = 1',
    tests: order,
    named: 'two processes',
  },
  {
    name: 'a plan that was once given is never taken back',
    promise: ordered,
    file: synchronizeFile,
    find: '      : { plan: given_plan, plan_expires_at: given_until, plan_source: given_source },',
    replace: "      : { plan: 'pro', plan_expires_at: given_until, plan_source: given_source },",
    tests: subscription,
    named: 'until the period ends, and then',
  },
  {
    name: 'events about strangers are looked into',
    promise: ordered,
    file: takeFile,
    find: "    if ((await findCustomer(database.queries, customerId)) === undefined) return 'nobody'\n",
    replace: '    void [database, findCustomer]\n    await provider.refundedPayment(customerId, budget)\n',
    tests: webhook,
    named: 'somebody else',
  },
]
