import { expect, it } from 'vitest'
import { readCheckoutReturn, withoutCheckoutReturn } from './payment.ts'

it.each([
  ['?checkout=success', 'success', ''],
  ['?checkout=canceled', 'canceled', ''],
  ['?tab=users&checkout=success&x=1', 'success', '?tab=users&x=1'],
  ['?checkout=paid', undefined, ''],
  ['', undefined, ''],
  ['?input=a%20b', undefined, '?input=a+b'],
])('reads from %j how the user returned, and keeps the rest', (search, found, rest) => {
  expect(readCheckoutReturn(search)).toBe(found)
  expect(withoutCheckoutReturn(search)).toBe(rest)
})
