import { chromiumOptions } from '../browser/launch-chromium.ts'
import { expect, test } from './support/journey.ts'
import { analyze, verify } from './support/open-tool.ts'

// A host name as in a local network, without TLS. Browsers offer such a page no Web Crypto, no Web Locks and no service worker.
const HOST = 'netbox.test'

test.use({ launchOptions: await chromiumOptions([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`]) })

test('solves the security check without TLS, and runs the tool', async ({ site }) => {
  const url = `http://${HOST}:${new URL(site.service.url).port}`
  await site.visitPage(
    undefined,
    '/mx-record?input=mail.example&seed=k3f9',
    async (page) => {
      expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined'])
      await verify(page)
      await analyze(page)
      await expect(page.getByRole('heading', { name: /mail/ }).first()).toBeVisible()
    },
    // The browser warns that it ignores this header without TLS.
    { url, expected: /^The Cross-Origin-Opener-Policy header/ },
  )
})
