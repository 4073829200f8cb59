import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, launchChromium } from './browser/launch-chromium.ts'
import { serveFolder } from './browser/serve-folder.ts'
import { goldenRuns } from './golden-runs.ts'

const here = fileURLToPath(new URL('browser', import.meta.url))

describe('in a browser', () => {
  let folder: string
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveFolder>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-page-'))
    await build({ root: here, logLevel: 'error', build: { outDir: folder, emptyOutDir: true, target: 'es2023' } })
    site = await serveFolder(folder)
    browser = await launchChromium()
  }, 120_000)

  afterAll(async () => {
    await browser?.close()
    await site?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('gives the same bytes as Node for every tool, scenario and golden seed', async () => {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(site.url)
    await page.waitForFunction(() => document.title === 'done', undefined, { timeout: 60_000 })
    const there: unknown = JSON.parse((await page.textContent('pre')) ?? '')
    expect(problems).toEqual([])
    expect(there).toEqual(await goldenRuns())
  })

  it('draws fresh seeds and takes the time of the spec', async () => {
    const page = await browser.newPage()
    await page.goto(`${site.url}?slow`)
    await page.waitForFunction(() => document.title === 'done', undefined, { timeout: 60_000 })
    const { seed, elapsed } = JSON.parse((await page.textContent('pre')) ?? '') as { seed: string; elapsed: number } // written by the page beside this file
    expect(seed).toMatch(/^[2-9a-z]{8}$/)
    expect(elapsed).toBeGreaterThanOrEqual(2890)
  })
})
