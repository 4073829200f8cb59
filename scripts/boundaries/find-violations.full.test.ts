import { expect, it } from 'vitest'
import { findViolations } from './find-violations.mjs'
import { repository } from './fixture.ts'

it('finds this repository in order', () => {
  expect(findViolations(repository)).toEqual([])
})
