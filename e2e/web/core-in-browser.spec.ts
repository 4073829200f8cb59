import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { build } from 'vite'
import { type Site, serveFolder } from '../browser/serve-folder.ts'
import { goldenRuns } from '../golden-runs.ts'

const root = fileURLToPath(new URL('../browser', import.meta.url))

/** Waits until the page in the folder `browser` is done, and returns its output. */
const outputOf = async (page: Page): Promise<unknown> => {
  await expect(page).toHaveTitle('done', { timeout: 50_000 })
  return JSON.parse((await page.textContent('pre')) ?? '')
}

test.describe('core in a browser', () => {
  let folder: string
  let site: Site

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netbox-page-'))
    await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true, target: 'es2023' } })
    site = await serveFolder(folder)
  })

  test.afterAll(async () => {
    await site.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('gives the same bytes as Node for every tool, scenario and golden seed', async ({ page }) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(site.url)
    const there = await outputOf(page)
    expect(problems).toEqual([])
    expect(there).toEqual(await goldenRuns())
  })

  test('generates seeds and uses the time of the spec', async ({ page }) => {
    await page.goto(`${site.url}?slow`)
    const { seed, elapsed } = (await outputOf(page)) as { seed: string; elapsed: number } // The page writes both.
    expect(seed).toMatch(/^[2-9a-z]{8}$/)
    expect(elapsed).toBeGreaterThanOrEqual(2890)
  })
})
