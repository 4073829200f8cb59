import { expect, it } from 'vitest'
import { isObject } from './is-object.ts'

it('takes objects, and neither lists, null nor other values', () => {
  expect([{}, { a: 1 }, Object.create(null)].every(isObject)).toBe(true)
  expect([[], null, undefined, 'a', 1, () => 1].some(isObject)).toBe(false)
})
