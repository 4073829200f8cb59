import { describe, expect, it } from 'vitest'
import { requireTool } from './prepare-run.ts'
import { tools } from '../tools/index.ts'
import { checkAccess } from './access.ts'
import { plans } from '../plans/plans.ts'

const [mx, diagnostic, migration, validation] = [
  'mx-record',
  'dns-diagnostic',
  'email-migration',
  'email-validation',
].map(requireTool)
if (mx === undefined || diagnostic === undefined || migration === undefined || validation === undefined)
  throw new Error('unknown tools')

describe('checkAccess', () => {
  it('refuses a blank input first, with the text of the surface', () => {
    expect(checkAccess({ tool: diagnostic, plan: 'free', surface: 'home', input: ' ', captcha: false })).toEqual({
      allowed: false,
      code: 'input_required',
      title: 'Input required',
      message: 'Please enter a valid input.',
    })
    expect(checkAccess({ tool: mx, plan: 'free', surface: 'dashboard', input: '' })).toMatchObject({
      message: 'Please enter a valid domain name.',
    })
  })

  it('refuses a tool above the plan before an unsolved captcha', () => {
    expect(
      checkAccess({ tool: diagnostic, plan: 'free', surface: 'home', input: 'a.example', captcha: false }),
    ).toMatchObject({
      code: 'upgrade_required',
      title: 'Upgrade required',
      message: 'This tool requires a Pro or Enterprise plan.',
    })
    expect(checkAccess({ tool: diagnostic, plan: 'free', surface: 'dashboard' })).toMatchObject({
      title: 'Access restricted',
    })
  })

  it('refuses an unsolved captcha last', () => {
    expect(checkAccess({ tool: mx, plan: 'free', surface: 'home', input: 'a.example', captcha: false })).toEqual({
      allowed: false,
      code: 'captcha_required',
      title: 'CAPTCHA required',
      message: 'Please complete the security verification first.',
    })
    expect(checkAccess({ tool: mx, plan: 'free', surface: 'home', input: 'a.example', captcha: true })).toEqual({
      allowed: true,
    })
  })

  it('checks in the order of the specification: input, plan, captcha; the login check in between always passes', () => {
    const request = {
      tool: diagnostic,
      plan: 'free',
      surface: 'home',
      signedIn: false,
      input: '',
      captcha: false,
    } as const
    const codeOf = (access: ReturnType<typeof checkAccess>) => (access.allowed ? 'allowed' : access.code)
    expect([
      codeOf(checkAccess(request)),
      codeOf(checkAccess({ ...request, input: 'a.example' })),
      codeOf(checkAccess({ ...request, input: 'a.example', plan: 'pro' })),
      codeOf(checkAccess({ ...request, input: 'a.example', plan: 'pro', captcha: true })),
    ]).toEqual(['input_required', 'upgrade_required', 'captcha_required', 'allowed'])
  })

  it('lets visitors run every free tool without an account', () => {
    for (const tool of tools.filter(({ free }) => free)) {
      const visit = { tool, plan: 'free', surface: 'home', input: 'x', signedIn: false, captcha: true } as const
      expect(checkAccess(visit), tool.id).toEqual({ allowed: true })
    }
  })

  it('requires no captcha on the dashboard, in the terminal and over the API', () => {
    expect(checkAccess({ tool: mx, plan: 'free', input: 'a.example' })).toEqual({ allowed: true })
  })

  it('lets visitors run the tools with the Login badge: the requirement is off (spec §5)', () => {
    expect(
      checkAccess({
        tool: validation,
        plan: 'free',
        surface: 'home',
        input: 'a@b.example',
        signedIn: false,
        captcha: true,
      }),
    ).toEqual({ allowed: true })
  })

  it('refuses a tool whose limit on the plan is 0, even if the surface calls it free', () => {
    expect(checkAccess({ tool: migration, plan: 'free', surface: 'home', input: 'imap.mail.example' })).toMatchObject({
      code: 'not_available',
      title: 'Access restricted',
      message: 'This tool is not available on your current plan.',
    })
    expect(checkAccess({ tool: migration, plan: 'free', surface: 'dashboard' })).toMatchObject({
      code: 'upgrade_required',
    })
  })

  it.each(['pro', 'enterprise'] as const)('allows every tool on %s', (plan) => {
    for (const tool of tools) expect(checkAccess({ tool, plan }), tool.id).toEqual({ allowed: true })
  })

  it('allows a tool exactly when it is free or the plan is pro or enterprise', () => {
    for (const tool of tools) {
      for (const { id: plan } of plans) {
        expect(checkAccess({ tool, plan }).allowed, `${tool.id} on ${plan}`).toBe(tool.free || plan !== 'free')
      }
    }
  })
})
