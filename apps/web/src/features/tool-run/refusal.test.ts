import type { Refusal } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { linkProblem, problemOf, severityOf } from './refusal.tsx'

const refusal = (code: Refusal['code'], title: string): Refusal => ({ code, title, message: 'Why.' })

describe('a refusal', () => {
  it('is said at the input when it is about the input', () => {
    expect(problemOf(refusal('input_required', 'Input required'))?.isOfInput).toBe(true)
    expect(problemOf(refusal('invalid_input', 'Invalid input'))?.isOfInput).toBe(true)
    expect(problemOf(refusal('invalid_input', 'Invalid seed'))?.isOfInput).toBe(false)
    expect(problemOf(refusal('captcha_required', 'CAPTCHA required'))).toMatchObject({
      isOfInput: false,
      message: 'Why.',
    })
  })

  it.each(['aborted', 'failed', 'daily_limit_reached'] as const)(
    'leaves the panel alone where it has a sheet: %s',
    (code) => {
      expect(problemOf(refusal(code, 'Title'))).toBeUndefined()
    },
  )

  it('is as loud as it has to be', () => {
    const codes = ['failed', 'aborted', 'input_required', 'daily_limit_reached'] as const
    expect(codes.map((code) => severityOf(refusal(code, 'Title')))).toEqual(['critical', 'info', 'warning', 'warning'])
  })

  it('of a link names what was wrong, and nothing where nothing was', () => {
    expect(linkProblem([])).toBeUndefined()
    expect(linkProblem(['One.', 'Two.'])?.details).toEqual(['One.', 'Two.'])
  })
})
