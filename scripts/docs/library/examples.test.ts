import { expect, it } from 'vitest'
import { examples } from './examples.ts'

it('the examples of docs/library exist for most functions: a pattern that finds none would always pass', () => {
  expect(examples.length).toBeGreaterThan(100)
  expect(new Set(examples.map(({ file }) => file)).size).toBe(examples.length)
})
