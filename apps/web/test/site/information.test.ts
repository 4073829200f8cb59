import { pricing, scenarioLessons, scenarios, tools } from '@netbox/core'
import { planClaims, pageNotFound } from '@netbox/product'
import { describe, expect, it } from 'vitest'
import { builtPage, textsOf } from './support/built-site.ts'

describe('a page to read', () => {
  it.each([
    ['/help', 'How netbox works'],
    ['/contact', 'Who can help with what'],
    ['/privacy', 'What is stored, where and for how long'],
    ['/terms', 'Rules that fit on a page'],
    ['/pricing', 'Free until you needmore of it'],
    ['/404', pageNotFound.title],
  ])('%s has its heading', (path, heading) => {
    expect(textsOf(builtPage(path), 'h1')).toEqual([heading])
  })
})

describe('help', () => {
  const help = builtPage('/help')

  it('lists the daily limits of every tool on every plan', () => {
    const rows = [...help.document.querySelectorAll('[aria-label="Runs per day, by tool and plan"] tbody tr')].map(
      ({ children }) => [...children].map(({ textContent }) => textContent),
    )
    expect(rows.map(([name]) => name)).toEqual(tools.map(({ name }) => name))
    expect(rows).toContainEqual(['MX Record', '100', '1000', '∞'])
  })

  it('explains every scenario with its lesson, and links tools that show it', () => {
    const [text = ''] = textsOf(help, 'main')
    for (const { name, title } of scenarios)
      for (const told of [name, title, scenarioLessons[name]]) expect(text).toContain(told)
    expect(help.document.querySelector('a[href="/mx-record?scenario=mx-down"]')?.textContent).toBe('MX Record')
  })
})

describe('pricing', () => {
  it('has every claim of every plan with the limit that is enforced, and every question with its answer', () => {
    const page = builtPage('/pricing')
    for (const { id, name, limitations } of pricing.cards)
      expect(textsOf(page, `section[aria-label="${name}"] li`)).toEqual([
        ...planClaims(id).map(({ text, limit }) => [text, limit].filter(Boolean).join(' ')),
        ...limitations,
      ])
    expect(textsOf(page, '[aria-labelledby="questions"] dt')).toEqual(pricing.faq.map(({ question }) => question))
    expect(textsOf(page, '[aria-labelledby="questions"] dd')).toEqual(pricing.faq.map(({ answer }) => answer))
  })
})

describe('the home page', () => {
  it('links each cell of the matrix to its fault', () => {
    const link = builtPage('/').document.querySelector('a[title="mx-down: survived"]')
    expect(link?.getAttribute('href')).toBe('/docs/scenarios#mx-down')
  })
})

describe('the page for missing addresses', () => {
  it('shows a trace that breaks off, and links home', () => {
    const { document } = builtPage('/404')
    expect(document.querySelector('[role="img"]')?.getAttribute('aria-label')).toMatch(/^A broken route/)
    expect(textsOf({ document }, 'main a[href="/"]')).toEqual([pageNotFound.link])
    expect(pageNotFound).toMatchObject({ title: 'Oops! Page not found', link: 'Return to Home' })
  })
})
