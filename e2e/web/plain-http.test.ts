import { describe, expect, it } from 'vitest'
import { analyze, verify } from './support/tool-page.ts'
import { givenSite } from './support/given-site.ts'

// An address of the local network, without TLS: a browser gives such a page no cryptography, no locks and no service worker.
const HOST = 'netbox.test'

const site = givenSite({}, [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`])

describe('a page without TLS', () => {
  it('solves the security check by itself, and runs the tool', async () => {
    const { page, troubles } = await site.open('/help')
    await page.goto(`http://${HOST}:${new URL(site.url).port}/mx-record?input=mail.example&seed=k3f9`)
    expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined'])
    await verify(page)
    await analyze(page)
    await page.getByRole('heading', { name: /mail/ }).first().waitFor()
    // The browser's own note that it can't keep other windows away without TLS.
    expect((await troubles()).filter((text) => !text.startsWith('The Cross-Origin-Opener-Policy header'))).toEqual([])
    await page.context().close()
  })
})
