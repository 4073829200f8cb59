import { pickerCategories, pickerTools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { ORIGIN } from '../lib/page/page-start.ts'
import { headMarkup, headOf } from './head.ts'
import { routeOf, routes } from './routes.ts'
import { preloadPage } from './pages.ts'

const tools = pickerCategories.flatMap(pickerTools)

describe('the routes', () => {
  it('are the home page, one for every tool of the picker, and the other pages', () => {
    const paths = routes.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['/', ...tools.map(({ path }) => `/${path}`), '/login', '/terms']))
    expect(routes.filter(({ tool }) => tool !== undefined)).toHaveLength(tools.length)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('have a title, a description and keywords of their own', () => {
    const heads = routes.map(headOf)
    for (const key of ['title', 'description'] as const)
      expect(new Set(heads.map((head) => head[key])).size).toBe(routes.length)
    expect(new Set(heads.map(({ keywords }) => keywords.join())).size).toBe(routes.length)
    for (const { description } of heads) expect(description.length).toBeGreaterThan(30)
  })

  it('are found with a trailing slash, and no other path is', () => {
    expect(routeOf('/mx-record/').path).toBe('/mx-record')
    expect(routeOf('/').page).toBe('home')
    for (const path of ['/header-security', '/nothing', '/MX-RECORD', '/mx-record/more', '//', '/toString'])
      expect(routeOf(path).page).toBe('not-found')
  })

  it('have the code of their page and of the screen of their tool', async () => {
    for (const { path } of routes) await expect(preloadPage(path), path).resolves.toBeUndefined()
  })
})

describe('the head', () => {
  it('describes a free application to search engines, at the address of the page', () => {
    const head = headMarkup(headOf(routeOf('/mx-record')))
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'WebApplication',
      name: 'netbox MX Record',
      url: `${ORIGIN}/mx-record`,
      offers: { price: '0', priceCurrency: 'USD' },
    })
    expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/mx-record">`)
    expect(head).toContain('<title>MX Record: Who accepts mail for this domain? · netbox</title>')
    expect(head).not.toContain('noindex')
  })

  it('excludes search engines from missing pages', () => {
    const head = headMarkup(headOf(routeOf('/nothing')))
    expect(head).toContain('noindex')
    expect(head).not.toContain('canonical')
  })

  it('excludes search engines from the pages of a person, and from no other page', () => {
    const excluded = routes.filter((route) => headMarkup(headOf(route)).includes('content="noindex"'))
    const paths = excluded.map(({ path }) => path)
    const personal = ['/login', '/reset', '/confirm', '/embed', '/admin', '/dashboard', '/dashboard/account', '/404']
    expect(paths).toEqual(expect.arrayContaining(personal))
    const other = paths.filter((path) => !personal.includes(path) && !/^\/(?:dashboard|tools)\//.test(path))
    expect(other).toEqual([])
  })

  it('escapes text that would end an attribute or a script', () => {
    const help = headOf({ ...routeOf('/help'), title: '"<b>' })
    const head = headMarkup({ ...help, data: { ...help.data, description: '</script>&"' } })
    expect(head).toContain('content="&quot;&lt;b>"')
    expect(head.match(/<\/script>/g)).toHaveLength(1)
  })
})
