import { makePrice, makeProduct } from '../objects/product.ts'
import { flagAt, type Form, mergeMetadata, numberAt, objectAt, requiredAt, textAt, textsAt } from '../wire/form.ts'
import { LIST, listPage } from '../wire/list.ts'
import { refuse } from '../wire/refusal.ts'
import { type Call, found, named, operation, type Operation } from './operation.ts'

const productAt = ({ world: { tables }, ids: [id = ''] }: Call) => named(tables.products, id, 'product')
const priceAt = ({ world: { tables }, ids: [id = ''] }: Call) => named(tables.prices, id, 'price')

const INTERVALS = ['day', 'week', 'month', 'year'] as const

const intervalOf = (recurring: Form | undefined) => {
  if (recurring === undefined) return null
  const interval = INTERVALS.find((name) => name === requiredAt(recurring, 'interval'))
  if (interval === undefined)
    throw refuse(400, {
      message: 'Invalid recurring[interval]: must be one of day, week, month, or year',
      param: 'recurring[interval]',
    })
  return interval
}

const lookupKeyOf = ({ world: { tables }, form }: Call): string | null => {
  const key = textAt(form, 'lookup_key') || null
  const holder = Object.values(tables.prices).find((price) => key !== null && price.lookup_key === key)
  if (holder === undefined) return key
  if (flagAt(form, 'transfer_lookup_key') !== true)
    throw refuse(400, {
      message: `A price (\`${holder.id}\`) already uses that lookup key.`,
      code: 'resource_already_exists',
      param: 'lookup_key',
    })
  holder.lookup_key = null
  return key
}

/** Products and prices. */
export const catalogue: readonly Operation[] = [
  operation(
    'POST',
    '/v1/products',
    ['name', 'id', 'description', 'metadata', 'active', 'tax_code', 'url'],
    ({ world, form }) => {
      const id = textAt(form, 'id')
      if (id !== undefined && found(world.tables.products, id) !== undefined)
        throw refuse(400, { message: 'Product already exists.', code: 'resource_already_exists', param: 'id' })
      const product = makeProduct(world, {
        name: requiredAt(form, 'name'),
        description: textAt(form, 'description') ?? null,
        metadata: mergeMetadata({}, form),
        ...(id === undefined ? {} : { id }),
      })
      world.tables.products[product.id] = product
      world.emit('product.created', product)
      return product
    },
  ),
  operation('GET', '/v1/products', [...LIST, 'active'], ({ world: { tables }, form }) => {
    const active = flagAt(form, 'active')
    const rows = Object.values(tables.products).filter((product) => active === undefined || product.active === active)
    return listPage(rows, form, '/v1/products')
  }),
  operation('GET', '/v1/products/{id}', [], productAt),
  operation(
    'POST',
    '/v1/products/{id}',
    ['name', 'description', 'metadata', 'active', 'default_price', 'url'],
    (call) => {
      const product = productAt(call)
      const { form, world } = call
      product.name = textAt(form, 'name') ?? product.name
      product.description = textAt(form, 'description') ?? product.description
      product.active = flagAt(form, 'active') ?? product.active
      product.metadata = mergeMetadata(product.metadata, form)
      product.updated = world.now()
      world.emit('product.updated', product)
      return product
    },
  ),
  operation(
    'POST',
    '/v1/prices',
    [
      'currency',
      'product',
      'unit_amount',
      'recurring',
      'lookup_key',
      'transfer_lookup_key',
      'nickname',
      'metadata',
      'active',
      'tax_behavior',
    ],
    (call) => {
      const { world, form } = call
      const { id: product } = named(world.tables.products, requiredAt(form, 'product'), 'product', 'product')
      const recurring = objectAt(form, 'recurring')
      const terms = {
        product,
        currency: requiredAt(form, 'currency'),
        amount: numberAt(form, 'unit_amount') ?? 0,
        interval: intervalOf(recurring),
        intervalCount: (recurring && numberAt(recurring, 'interval_count')) ?? 1,
      }
      const price = makePrice(world, terms, {
        lookup_key: lookupKeyOf(call),
        nickname: textAt(form, 'nickname') ?? null,
        metadata: mergeMetadata({}, form),
      })
      world.tables.prices[price.id] = price
      world.emit('price.created', price)
      return price
    },
  ),
  operation('GET', '/v1/prices', [...LIST, 'active', 'product', 'lookup_keys'], ({ world, form }) => {
    const [active, product, keys] = [flagAt(form, 'active'), textAt(form, 'product'), textsAt(form, 'lookup_keys')]
    const rows = Object.values(world.tables.prices).filter(
      (price) =>
        (active === undefined || price.active === active) &&
        (product === undefined || price.product === product) &&
        (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))),
    )
    return listPage(rows, form, '/v1/prices')
  }),
  operation('GET', '/v1/prices/{id}', [], priceAt),
  operation(
    'POST',
    '/v1/prices/{id}',
    ['active', 'nickname', 'metadata', 'lookup_key', 'transfer_lookup_key'],
    (call) => {
      const price = priceAt(call)
      const { form, world } = call
      price.active = flagAt(form, 'active') ?? price.active
      price.nickname = textAt(form, 'nickname') ?? price.nickname
      price.metadata = mergeMetadata(price.metadata, form)
      if (textAt(form, 'lookup_key') !== undefined) price.lookup_key = lookupKeyOf(call)
      world.emit('price.updated', price)
      return price
    },
  ),
]
