import { errorCodes } from '@netbox/core'
import { expect, it } from 'vitest'
import { exitCodeOf, exitMeanings } from './exit.ts'

it('gives every error code of core an exit code that help explains', () => {
  const explained = exitMeanings.map(([code]) => code)
  for (const code of errorCodes) expect(explained).toContain(exitCodeOf[code])
})

it('keeps the promised codes', () => {
  expect(exitCodeOf).toMatchObject({
    failed: 1,
    input_required: 2,
    invalid_input: 2,
    not_implemented: 2,
    login_required: 3,
    upgrade_required: 3,
    not_available: 3,
    daily_limit_reached: 4,
    aborted: 130,
  })
})
