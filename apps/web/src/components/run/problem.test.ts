import { findTool, type Refusal } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { linkProblem, problemOf, severityOf } from './problem.tsx'

const mx = findTool('mx-record')
if (mx === undefined) throw new Error('There is no such tool.')
const asked = { tool: mx, input: 'mail..example' }

const refusal = (code: Refusal['code'], title = 'Access restricted'): Refusal => ({ code, title, message: 'Why.' })

describe('the problem of a run', () => {
  it.each(['upgrade_required', 'not_available'] as const)('is about the plan: %s', (code) => {
    expect(problemOf(refusal(code), asked)).toEqual({ message: 'Why.', details: [], isOfInput: false, needsPlan: true })
  })

  it('is about the input if that was refused, and not if a seed was', () => {
    expect(problemOf(refusal('input_required', 'Input required'), asked)).toMatchObject({
      isOfInput: true,
      needsPlan: false,
    })
    expect(problemOf(refusal('invalid_input', 'Invalid input'), asked)?.isOfInput).toBe(true)
    expect(problemOf(refusal('invalid_input', 'Invalid seed'), asked)?.isOfInput).toBe(false)
    expect(problemOf(refusal('captcha_required', 'CAPTCHA required'), asked)).toMatchObject({
      isOfInput: false,
      message: 'Why.',
    })
  })

  it.each([
    ['mail..example', ['“mail..example” is not a valid input.', 'Example: mail.example']],
    ['a.example\nb.example', ['The input has 2 lines. This tool accepts one line.', 'Example: mail.example']],
    ['x'.repeat(70_000), ['The input has 70,000 characters. The limit is 65,536.', 'Example: mail.example']],
    [' ', ['Example: mail.example']],
  ])('shows why %j was refused, its size, and an example', (input, details) => {
    expect(problemOf(refusal('invalid_input', 'Invalid input'), { tool: mx, input })?.details).toEqual(details)
  })

  it.each(['aborted', 'failed', 'daily_limit_reached'] as const)(
    'is not shown at the input if it has its own panel: %s',
    (code) => {
      expect(problemOf(refusal(code), asked)).toBeUndefined()
    },
  )

  it('has the severity of its cause', () => {
    const codes = ['failed', 'aborted', 'input_required', 'daily_limit_reached'] as const
    expect(codes.map((code) => severityOf(refusal(code)))).toEqual(['critical', 'info', 'warning', 'warning'])
  })

  it('is named if a link could not be used, and missing otherwise', () => {
    expect(linkProblem([])).toBeUndefined()
    expect(linkProblem(['One.', 'Two.'])?.details).toEqual(['One.', 'Two.'])
    expect(linkProblem([], 'Old.')).toMatchObject({ message: '', details: ['Old.'] })
  })
})
