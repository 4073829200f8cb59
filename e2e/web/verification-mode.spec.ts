import { field, resultLine, rows, verify } from './support/email-list.ts'
import { expect, type Site, test } from './support/journey.ts'
import { startService } from './support/start-service.ts'

const SCREEN = '/email-validation'

/** Runs `work` with a separate service whose settings choose how it verifies addresses. */
const before = async (settings: Readonly<Record<string, string>>, work: (url: string) => Promise<void>) => {
  const service = await startService(settings)
  try {
    await work(service.url)
  } finally {
    await service.close()
  }
}

const visit = async (site: Site, url: string, work: Parameters<Site['visitPage']>[2]) =>
  site.visitPage(undefined, SCREEN, work, { url })

test('the service shows before a run if verification is real, simulated or off; only a result has a mark', async ({
  site,
}) => {
  await site.visitPage(undefined, SCREEN, async (page) => {
    await expect(page.getByText('This service simulates verification')).toBeVisible()
    await expect(page.getByText('Simulated', { exact: true })).toHaveCount(0)
  })
  await before({ VERIFIER_MODE: 'off' }, async (url) =>
    visit(site, url, async (page) => {
      await expect(page.getByText('Email verification is switched off at the moment.')).toBeVisible()
      await expect(verify(page)).toBeDisabled()
    }),
  )
  const known = { VERIFIER_HELO: 'verify.netbox.example', VERIFIER_MAIL_FROM: 'verify@netbox.example' }
  await before({ VERIFIER_MODE: 'smtp', ...known }, async (url) =>
    visit(site, url, async (page) => {
      await expect(page.getByText('netbox contacts real mail servers. No message is sent.')).toBeVisible()
      await expect(page.getByText('Real check')).toHaveCount(0)
      // Replaces the response, so that the test contacts no real mail server.
      await page.route('**/api/email/verify', async (route) =>
        route.fulfill({ contentType: 'application/x-ndjson', body: resultLine({ email: 'info@shop.example' }) }),
      )
      await field(page).fill('info@shop.example')
      await verify(page).click()
      await expect(rows(page)).toHaveCount(1)
      await expect(page.getByText('Real check')).toBeVisible()
    }),
  )
})
