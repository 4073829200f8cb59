import type { Mutation } from '../mutation.ts'

const webhook = ['test/billing/webhook.test.ts']
const checkout = ['test/billing/checkout.test.ts']
const subscription = ['test/billing/subscription.test.ts']

const table = "price and plan come from the server's table"
const away = 'Stripe down: 502/503 within 10 s, nothing changed'
const click = 'one session per double click'

const checkoutFile = 'src/features/billing/checkout.ts'
const pagesFile = 'src/features/billing/payment-pages.ts'
const entitlementFile = 'src/features/billing/entitlement.ts'
const callsFile = 'src/billing/stripe-calls.ts'

/** The way to the page where it is paid. */
export const paymentPages: readonly Mutation[] = [
  {
    name: 'any price can be bought',
    promise: table,
    file: checkoutFile,
    find: 'if (prices.planOf(priceId) !== undefined) return',
    replace: "if (prices.planOf(priceId) !== undefined || priceId !== '') return",
    tests: checkout,
    named: 'refuses the price',
  },
  {
    name: 'a price of somebody else gives the highest plan',
    promise: table,
    file: entitlementFile,
    find: 'prices.planOf(subscription.priceId) ?? null',
    replace: "prices.planOf(subscription.priceId) ?? 'enterprise'",
    tests: subscription,
    named: 'none of ours',
  },
  {
    name: 'the price of pro gives enterprise',
    promise: table,
    file: 'src/features/billing/price-table.ts',
    find: 'planOf: (priceId) => table.get(priceId),',
    replace: "planOf: (priceId) => table.get(priceId) && 'enterprise',",
    tests: subscription,
    named: 'whatever name',
  },
  {
    name: 'a missing price is called unknown',
    promise: table,
    file: checkoutFile,
    find: "prices.lacks(planName) ? 'price_not_configured' : 'price_unknown'",
    replace: "'price_unknown'",
    tests: checkout,
    named: 'no price here',
  },
  {
    name: 'without a provider a price is unknown',
    promise: table,
    file: 'src/features/billing/routes.ts',
    find: "throw new ApiError('price_not_configured')",
    replace: "throw new ApiError('price_unknown')",
    tests: webhook,
    named: 'nothing can be bought',
  },
  {
    name: 'a call to the provider may take for ever',
    promise: away,
    file: callsFile,
    find: '  const timeout = Math.min(CALL, budget.left())\n',
    replace: '  const timeout = CALL * 100 + budget.left()\n',
    tests: checkout,
    named: 'never answers',
  },
  {
    name: 'the library goes on trying by itself',
    promise: away,
    file: callsFile,
    find: 'maxNetworkRetries: 0,',
    replace: 'maxNetworkRetries: 4,',
    tests: checkout,
    named: 'never answers',
  },
  {
    name: 'the time limit is for each silence, not for the answer',
    promise: away,
    file: callsFile,
    find: 'httpClient: Stripe.createFetchHttpClient(),',
    replace: 'httpClient: Stripe.createNodeHttpClient(),',
    tests: ['test/billing/provider.test.ts'],
    named: 'drop by drop',
  },
  {
    name: 'everybody may wait for the provider',
    promise: away,
    file: 'src/features/billing/service.ts',
    find: 'const PLACES = 48',
    replace: 'const PLACES = 480',
    tests: checkout,
    named: 'not everybody waits',
  },
  {
    name: 'one user may wait for the provider in every place',
    promise: away,
    file: 'src/features/billing/service.ts',
    find: 'const PLACES_OF_ONE = 4',
    replace: 'const PLACES_OF_ONE = 48',
    tests: checkout,
    named: 'places of the others',
  },
  {
    name: 'a failure of the provider is one of ours',
    promise: away,
    file: 'src/features/billing/refusals.ts',
    find: 'throw error instanceof ProviderFailure ? asRefusal(error) : error',
    replace: 'throw error instanceof ProviderFailure && false ? asRefusal(error) : error',
    tests: checkout,
    named: 'is away',
  },
  {
    name: 'a customer is forgotten when the provider fails',
    promise: away,
    file: callsFile,
    find: "    if (failure.kind === 'missing') return undefined\n    throw failure\n",
    replace: '    if (failure.kind.length > 0) return undefined\n    throw failure\n',
    tests: webhook,
    named: 'when it comes again',
  },
  {
    name: 'every click opens a page',
    promise: click,
    file: pagesFile,
    find: '    if (isOpen(page)) return page.url\n',
    replace: '',
    tests: checkout,
    named: 'double click',
  },
  {
    name: 'every request to the provider has a key of its own',
    promise: click,
    file: pagesFile,
    find: '${customer.session_count}-${hour}`',
    replace: '${customer.session_count}-${hour}-${performance.now()}`',
    tests: checkout,
    named: 'cuts the line',
  },
  {
    name: 'a customer is made for every lost answer',
    promise: click,
    file: 'src/features/billing/customers.ts',
    find: '`netbox-customer-${user.id}`',
    replace: '`netbox-customer-${user.id}-${performance.now()}`',
    tests: checkout,
    named: 'cuts the line',
  },
  {
    name: 'who is just asking the same is not waited for',
    promise: click,
    file: callsFile,
    find: "if (failure.kind !== 'conflict' || budget.left() < 2 * PAUSE) throw failure",
    replace: 'throw failure',
    tests: checkout,
    named: 'nine seconds',
  },
  {
    name: 'pages of two prices are open at once',
    promise: click,
    file: pagesFile,
    find: "if (price !== priceId) return (await provider.closeCheckout(id, budget)) === 'complete' ? PAID : undefined",
    replace: 'if (price !== priceId) return undefined',
    tests: checkout,
    named: 'another price',
  },
  {
    name: 'who has a plan buys a second one',
    promise: click,
    file: checkoutFile,
    find: '    if (present !== undefined) return provider.openPortal(customer.id, changeOf(present, priceId), budget)\n',
    replace: '    void [present, changeOf]\n',
    tests: subscription,
    named: 'is better at once',
  },
  {
    name: 'who has just paid buys a second one',
    promise: click,
    file: checkoutFile,
    find: '    const synchronized = await synchronize(known.id, budget)\n',
    replace: "    const synchronized = { kind: 'known' } as Awaited<ReturnType<typeof synchronize>>\n",
    tests: checkout,
    named: 'just paid',
  },
]
