import type { Tables } from '../store.ts'
import { type Form, textsAt } from './form.ts'
import { refuse } from './refusal.ts'

/** Which table an id belongs to, by how it begins. */
const tableOf: Readonly<Record<string, keyof Tables>> = {
  cus: 'customers',
  prod: 'products',
  price: 'prices',
  sub: 'subscriptions',
  in: 'invoices',
  pi: 'paymentIntents',
  ch: 'charges',
  pm: 'paymentMethods',
  bpc: 'portalConfigurations',
  clock: 'testClocks',
}

type Node = { [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const lookUp = (tables: Tables, id: string): unknown => {
  const prefix = id.startsWith('sub_sched_') ? 'sub_sched' : (id.split('_', 1)[0] ?? '')
  const table = prefix === 'sub_sched' ? 'schedules' : tableOf[prefix]
  const rows = table === undefined ? undefined : (tables[table] as Readonly<Record<string, unknown>>)
  return rows?.[id]
}

// An invoice has its payments only for who asks.
const included = (tables: Tables, node: Node, key: string): unknown => {
  if (node['object'] !== 'invoice' || key !== 'payments') return undefined
  const data = Object.values(tables.invoicePayments).filter(({ invoice }) => invoice === node['id'])
  return { object: 'list', data: structuredClone(data), has_more: false, url: '/v1/invoice_payments' }
}

const expandOne = (tables: Tables, node: unknown, [key, ...rest]: readonly string[], whole: string): void => {
  if (key === undefined) return
  if (Array.isArray(node)) {
    for (const item of node) expandOne(tables, item, [key, ...rest], whole)
    return
  }
  if (!isNode(node)) return
  const value = node[key] ?? included(tables, node, key)
  if (value === undefined)
    throw refuse(400, { message: `This property cannot be expanded (${whole}).`, param: 'expand' })
  node[key] = typeof value === 'string' ? structuredClone(lookUp(tables, value)) : value
  if (typeof value === 'string' && node[key] === undefined)
    throw refuse(400, { message: `This property cannot be expanded (${whole}).`, param: 'expand' })
  expandOne(tables, node[key], rest, whole)
}

/** Returns a copy of an answer in which the references that were asked for are whole. */
export const expand = (tables: Tables, answer: object, form: Form): object => {
  const copy: object = structuredClone(answer)
  for (const path of textsAt(form, 'expand') ?? []) {
    const keys = path.split('.')
    if (keys.length > 4)
      throw refuse(400, { message: 'You cannot expand more than 4 levels of a property.', param: 'expand' })
    expandOne(tables, copy, keys, path)
  }
  return copy
}
