import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'
import { type Member, newAdminMember } from './support/members.ts'

// Needs a separate service: if there were a third admin, both admins could lose the role.
test.use({ settings: { PASSWORD_MIN_LENGTH: '7' } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the dialog that removes the other admin's role. */
const aim = async (page: Page, { email }: Member): Promise<void> => {
  await button(page, `Remove admin from ${email}`).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

const confirm = async (page: Page): Promise<number> => {
  const answer = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove admin' }).click()
  return (await answer).status()
}

test('leaves one of two admins who remove the role from each other at the same time', async ({ site }) => {
  const { service } = site
  const [ana, ben] = [await newAdminMember(service), await newAdminMember(service)]
  const mayEnter = async ({ token }: Member): Promise<boolean> =>
    (await service.api('GET', '/admin/profiles?page=1&limit=1', undefined, token)).status === 200
  await site.visitPage(ana, '/admin', async (hers) => {
    await site.visitPage(ben, '/admin', async (his) => {
      await aim(hers, ben)
      await aim(his, ana)
      const statuses = await Promise.all([confirm(hers), confirm(his)])
      // The second request fails: its sender is no longer an admin, or the service refuses to remove the last admin.
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const [winner, loser] = statuses[0] === 200 ? [hers, his] : [his, hers]
      await expect(winner.locator('[data-toast]').filter({ hasText: 'Admin role removed successfully' })).toBeVisible()
      await button(winner, 'Sync missing profiles').click()
      await expect(winner.locator('[data-toast]').filter({ hasText: 'Sync Complete' })).toBeVisible()
      await loser.reload()
      await expect(loser.getByRole('heading', { name: /^Access Denied/ })).toBeVisible()
      expect([await mayEnter(ana), await mayEnter(ben)].filter(Boolean)).toHaveLength(1)
    })
  })
})
