import type { Access } from '@netbox/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { AccessNotice } from './access-notice.tsx'

const refused = (code: 'login_required' | 'upgrade_required' | 'captcha_required'): Access => ({
  allowed: false,
  code,
  title: '',
  message: '',
})

const render = (access: Access): string =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <AccessNotice access={access} />
    </Router>,
  )

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, '|')

describe('the notice below a tool', () => {
  it.each([
    ['login_required', 'This tool requires you to be logged in.', 'Please log in', '/login'],
    ['upgrade_required', 'This tool requires a Pro or Enterprise plan.', 'Upgrade now', '/pricing'],
  ] as const)('of %s names the requirement and links it', (code, message, link, href) => {
    const markup = render(refused(code))
    expect(textOf(markup)).toBe(`|${message}|${link}||`)
    expect(markup).toContain(`href="${href}"`)
  })

  it('is missing for users who may run the tool, and for requirements that the panel itself shows', () => {
    expect(render({ allowed: true })).toBe('')
    expect(render(refused('captcha_required'))).toBe('')
  })
})
