import { type Access, dailyLimitReached, type PlanId } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { AccessNotice } from './tool-form.tsx'

const render = (access: Access, plan: PlanId = 'free'): string =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <AccessNotice access={access} plan={plan} />
    </Router>,
  )

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, '|')

describe('the notice below a tool', () => {
  it.each([
    ['login_required', 'This tool requires you to be logged in.', 'Please log in', '/login'],
    ['upgrade_required', 'This tool requires a Pro or Enterprise plan.', 'Upgrade now', '/pricing'],
  ] as const)('of %s names the requirement and links it', (code, message, link, href) => {
    const markup = render({ allowed: false, code, title: '', message: accessNotices[code].message })
    expect(textOf(markup)).toBe(`|${message}|${link}||`)
    expect(markup).toContain(`href="${href}"`)
  })

  it('says at the daily limit when the counters start again; the largest plan has nothing to buy', () => {
    const words = 'Daily limit reached: 25 runs of Traceroute per day on the Free plan. Resets at 00:00 UTC.'
    const access = { allowed: false, ...dailyLimitReached('Traceroute', 'free', 25) } as const
    expect(textOf(render(access))).toBe(`|${words}|Upgrade now||`)
    expect(textOf(render(access, 'enterprise'))).toBe(`|${words}|`)
  })

  it('is missing for users who may run the tool, and for requirements that the panel itself shows', () => {
    expect(render({ allowed: true })).toBe('')
    expect(render({ allowed: false, code: 'captcha_required', title: '', message: '' })).toBe('')
  })
})
