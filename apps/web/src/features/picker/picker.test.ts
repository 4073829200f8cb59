import { findTool } from '@netbox/core'
import { expect, it } from 'vitest'
import { categoryOf } from './picker.tsx'

it('is the tab of the chosen tool, and the first one if none is chosen', () => {
  expect(categoryOf(undefined)).toBe('network')
  expect(categoryOf(findTool('mx-record'))).toBe('dns')
  expect(categoryOf(findTool('https-test'))).toBe('dns')
  expect(categoryOf(findTool('email-migration'))).toBe('email')
})
