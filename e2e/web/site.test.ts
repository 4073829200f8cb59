import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SitePage, SiteTab } from './open-site.ts'
import { publicPaths } from './support/public-paths.ts'
import { twoAtATime } from './support/two-at-a-time.ts'
import { givenSite } from './support/given-site.ts'

/** What may be loaded of scripts before anybody touches a page, gzip, in bytes. */
const MOST_SCRIPT = 100_000
const WIDTHS = [320, 390, 1440, 2560]

const site = givenSite()
let paths: string[]
beforeAll(async () => {
  paths = await publicPaths(site.url)
})

const get = async (path: string) => fetch(`${site.url}${path}`, { headers: { accept: 'text/html' } })

const headOf = (html: string) => {
  const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]
  return {
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    description: meta('description'),
    keywords: meta('keywords'),
    canonical: /<link rel="canonical" href="([^"]*)">/.exec(html)?.[1],
    shared: [meta('og:title'), meta('og:description'), meta('og:url')],
    data: /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1],
    robots: meta('robots'),
  }
}

describe('what a public page says of itself', () => {
  it('is the same to search engines and to those who share it, and unlike any other', async () => {
    const seen = { title: new Set(), description: new Set(), keywords: new Set() }
    const pages = paths.filter((path) => !path.startsWith('/nothing'))
    for (const path of pages) {
      const head = headOf(await (await get(path)).text())
      expect(head.shared, path).toEqual([head.title, head.description, head.canonical])
      expect(JSON.parse(head.data ?? ''), path).toMatchObject({
        '@type': 'WebApplication',
        url: head.canonical,
        offers: { price: '0', priceCurrency: 'USD' },
      })
      for (const key of ['title', 'description', 'keywords'] as const) {
        expect(head[key]?.length, path).toBeGreaterThan(10)
        seen[key].add(head[key])
      }
    }
    for (const values of Object.values(seen)) expect(values.size).toBe(pages.length)
  })

  it('is nothing where nothing is', async () => {
    const answer = await get('/nothing/here')
    expect(answer.status).toBe(404)
    const head = headOf(await answer.text())
    expect([head.robots, head.canonical, head.data]).toEqual(['noindex', undefined, undefined])
  })
})

const sizes = new Map<string, number>()
const sizeOf = async (url: string): Promise<number> => {
  const known = sizes.get(url)
  if (known !== undefined) return known
  const size = gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length
  sizes.set(url, size)
  return size
}

// Waits until the page has asked for nothing more for a while: the security check comes 100 ms after the rest.
const settled = async ({ page }: SitePage): Promise<string[]> =>
  page.evaluate(
    async () =>
      new Promise<string[]>((resolve) => {
        const scripts = () =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => name.endsWith('.js'))
        let timer: ReturnType<typeof setTimeout> | undefined
        const wait = () => {
          clearTimeout(timer)
          timer = setTimeout(() => resolve(scripts()), 250)
        }
        new PerformanceObserver(wait).observe({ type: 'resource' })
        wait()
      }),
  )

const initialScript = async (opened: SitePage): Promise<number> => {
  const scripts = await settled(opened)
  let total = 0
  for (const url of scripts) total += await sizeOf(url)
  return total
}

/** What is wrong with a page as it is opened, in words. */
const faultsOf = async (path: string, tab: SiteTab): Promise<string[]> => {
  const { page, go, ready, troubles, movements } = tab
  await page.setViewportSize({ width: 1440, height: 900 })
  await go(path)
  await ready()
  const script = await initialScript(tab)
  const headings = await page.locator('h1').count()
  const faults = [
    // A browser writes down that this page is missing, as it should.
    ...(await troubles()).filter((text) => !path.startsWith('/nothing') || !text.includes('404')),
    ...(script > MOST_SCRIPT ? [`${script} bytes of script`] : []),
    ...(await movements()),
    ...(headings === 1 ? [] : [`${headings} main headings`]),
  ]
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) faults.push(`${over} px too wide at ${width}`)
  }
  return faults.map((fault) => `${path}: ${fault}`)
}

describe('every public page', () => {
  it('comes to life in 100 kB of script, without trouble, without moving, and fits from 320 to 2560 px', async () => {
    expect(await twoAtATime(paths, site.openTab, faultsOf)).toEqual([])
  }, 150_000)

  it('has its content where there are no scripts', async () => {
    const { page } = await site.open('/', { javaScriptEnabled: false })
    for (const path of paths) {
      await page.goto(`${site.url}${path}`)
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
      const text = await page.getByRole('main').innerText()
      expect(text.length, path).toBeGreaterThan(100)
      expect(text, path).not.toMatch(/undefined|NaN|\[object/)
    }
    await page.context().close()
  })
})

describe('a part of a page that comes later', () => {
  it('is there for who comes back to it without having seen it', async () => {
    const { page, ready } = await site.open('/')
    await ready()
    await page.getByRole('tabpanel').getByRole('link', { name: 'Ping Test' }).click()
    await page.getByRole('textbox').first().waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Follow the packet.' }).waitFor()
    await page.getByRole('link', { name: 'MX Record under mx-down: critical' }).click()
    await page.waitForURL('**/mx-record?scenario=mx-down')
    await page.context().close()
  })
})
