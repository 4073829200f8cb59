import { errorCodes } from '@netbox/core'
import { expect, it } from 'vitest'
import { exitCodeOf, exitCodes, exitMeanings } from './exit.ts'

it('explains every exit code in help, and has one for every error code of core', () => {
  expect(exitMeanings.map(([code]) => code)).toEqual(Object.values(exitCodes))
  for (const code of errorCodes) expect(Object.values(exitCodes)).toContain(exitCodeOf[code])
})

it('has the documented codes', () => {
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
