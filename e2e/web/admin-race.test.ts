import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../browser/launch-chromium.ts'
import { type Member, newAdminMember } from './support/members.ts'
import { as } from './support/signed-in.ts'
import { type Service, startService } from './support/start-service.ts'

let service: Service
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), launchChromium()])
})
afterAll(async () => {
  await browser.close()
  await service.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Goes as far as the question whether the other one shall lose the role. */
const aim = async (page: Page, { email }: Member): Promise<void> => {
  await button(page, `Remove admin from ${email}`).click()
  await page.getByRole('dialog').waitFor()
}

const fire = async (page: Page): Promise<number> => {
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove admin' }).click()
  return (await answer).status()
}

const mayEnter = async (member: Member): Promise<boolean> =>
  (await service.api('GET', '/admin/profiles?page=1&limit=1', undefined, member.token)).status === 200

it('leaves one of two admins who take the role from each other at the same time', async () => {
  const [ana, ben] = [await newAdminMember(service), await newAdminMember(service)]
  await as({ browser, service }, ana, '/admin', async (hers) => {
    await as({ browser, service }, ben, '/admin', async (his) => {
      await aim(hers, ben)
      await aim(his, ana)
      const statuses = await Promise.all([fire(hers), fire(his)])
      // Who was second is no admin any more, or would have been the last one's undoing.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const [winner, loser] = statuses[0] === 200 ? [hers, his] : [his, hers]
      await winner.locator('.toast').filter({ hasText: 'Admin role removed successfully' }).waitFor()
      await button(winner, 'Sync missing profiles').click()
      await winner.locator('.toast').filter({ hasText: 'Sync Complete' }).waitFor()
      await loser.reload()
      await loser.getByRole('heading', { name: /^Access Denied/ }).waitFor()
      expect([await mayEnter(ana), await mayEnter(ben)].filter(Boolean)).toHaveLength(1)
    })
  })
})
