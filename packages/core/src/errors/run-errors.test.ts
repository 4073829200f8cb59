import { describe, expect, it } from 'vitest'
import {
  captchaRequired,
  dailyLimitReached,
  executionFailed,
  inputRequired,
  invalidInput,
  loginRequired,
  notAvailable,
  notImplemented,
  upgradeRequired,
} from './run-errors.ts'

describe('refusals of a run', () => {
  it('mentions any valid input on the home page, and the input of the tool everywhere else', () => {
    expect(inputRequired('home', 'Domain Name')).toEqual({
      code: 'input_required',
      title: 'Input required',
      message: 'Please enter a valid input.',
    })
    for (const surface of ['dashboard', 'library'] as const) {
      expect(inputRequired(surface, 'Domain Name')).toEqual({
        code: 'input_required',
        title: 'Input required',
        message: 'Please enter a valid domain name.',
      })
    }
    expect(inputRequired('dashboard', 'IP/Domain:Port').message).toBe('Please enter a valid ip/domain:port.')
    expect(inputRequired('command', 'IP/Domain:Port').message).toBe('Please enter a valid IP/domain:port.')
    expect(invalidInput('IP Address').message).toBe('Please enter a valid IP address.')
  })

  it('requires a sign-in with the specified text', () => {
    expect(loginRequired).toEqual({
      code: 'login_required',
      title: 'Login required',
      message: 'Please log in to use this tool.',
    })
  })

  it('requires a paid plan under the title of the surface', () => {
    const message = 'This tool requires a Pro or Enterprise plan.'
    expect(upgradeRequired('home')).toEqual({ code: 'upgrade_required', title: 'Upgrade required', message })
    expect(upgradeRequired('dashboard')).toEqual({ code: 'upgrade_required', title: 'Access restricted', message })
  })

  it('requires the captcha with the specified text', () => {
    expect(captchaRequired).toEqual({
      code: 'captcha_required',
      title: 'CAPTCHA required',
      message: 'Please complete the security verification first.',
    })
  })

  it('refuses access with the reason: a paid tool, no runs on this plan, or none left today', () => {
    expect(upgradeRequired('dashboard').title).toBe('Access restricted')
    expect(notAvailable).toEqual({
      code: 'not_available',
      title: 'Access restricted',
      message: 'This tool is not available on your current plan.',
    })
    expect(dailyLimitReached('Ping Test', 'pro', 500)).toEqual({
      code: 'daily_limit_reached',
      title: 'Access restricted',
      message: 'Daily limit reached: 500 runs of Ping Test per day on the Pro plan. Resets at 00:00 UTC.',
    })
  })
})

describe('failures of a run', () => {
  it('names an unknown tool', () => {
    expect(notImplemented('nslookup')).toEqual({
      code: 'not_implemented',
      title: 'Execution failed',
      message: 'Tool nslookup not implemented yet.',
    })
  })

  it('shows on the home page only that an error occurred', () => {
    for (const cause of [new Error('disk gone'), 'disk gone', undefined]) {
      expect(executionFailed('home', cause)).toEqual({
        code: 'failed',
        title: 'Execution failed',
        message: 'An error occurred during tool execution.',
      })
    }
  })

  it('shows the message of the error on the dashboard', () => {
    expect(executionFailed('dashboard', new Error('disk gone'))).toEqual({
      code: 'failed',
      title: 'Execution failed',
      message: 'disk gone',
    })
  })

  it('has a text for the dashboard if an error has no message, or is not an error', () => {
    expect(executionFailed('dashboard', new Error('')).message).toBe('An unexpected error occurred.')
    for (const cause of ['disk gone', undefined, null, 42]) {
      expect(executionFailed('dashboard', cause).message).toBe('Unknown error occurred')
    }
  })
})
