import type { Refusal } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { linkProblem, problemOf, severityOf } from './problem.ts'

const refusal = (code: Refusal['code'], title = 'Access restricted'): Refusal => ({ code, title, message: 'Why.' })

describe('what is in the way of a run', () => {
  it.each(['upgrade_required', 'not_available'] as const)('is a matter of the plan: %s', (code) => {
    expect(problemOf(refusal(code))).toEqual({ message: 'Why.', details: [], isOfInput: false, needsPlan: true })
  })

  it('is a matter of the input where that was refused, and not where a seed was', () => {
    expect(problemOf(refusal('input_required', 'Input required'))).toMatchObject({ isOfInput: true, needsPlan: false })
    expect(problemOf(refusal('invalid_input', 'Invalid input'))?.isOfInput).toBe(true)
    expect(problemOf(refusal('invalid_input', 'Invalid seed'))?.isOfInput).toBe(false)
    expect(problemOf(refusal('captcha_required', 'CAPTCHA required'))).toMatchObject({
      isOfInput: false,
      message: 'Why.',
    })
  })

  it.each(['aborted', 'failed', 'daily_limit_reached'] as const)(
    'is not said at the input where it has a sheet: %s',
    (code) => {
      expect(problemOf(refusal(code))).toBeUndefined()
    },
  )

  it('is as loud as it has to be', () => {
    const codes = ['failed', 'aborted', 'input_required', 'daily_limit_reached'] as const
    expect(codes.map((code) => severityOf(refusal(code)))).toEqual(['critical', 'info', 'warning', 'warning'])
  })

  it('is named where a link could not be used, and nothing where it could', () => {
    expect(linkProblem([])).toBeUndefined()
    expect(linkProblem(['One.', 'Two.'])?.details).toEqual(['One.', 'Two.'])
    expect(linkProblem([], 'Old.')).toMatchObject({ message: '', details: ['Old.'] })
  })
})
