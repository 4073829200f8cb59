import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type Member, newAdminMember } from './support/members.ts'
import { givenService } from './support/given-service.ts'

const site = givenService()

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
  (await site.service.api('GET', '/admin/profiles?page=1&limit=1', undefined, member.token)).status === 200

it('leaves one of two admins who take the role from each other at the same time', async () => {
  const [ana, ben] = [await newAdminMember(site.service), await newAdminMember(site.service)]
  await site.visitPage(ana, '/admin', async (hers) => {
    await site.visitPage(ben, '/admin', async (his) => {
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
