import { emailField } from './support/account-forms.ts'
import { expect, test } from './support/journey.ts'

test.use({ settings: { DEV_MAILBOX: 'on' } })

test('an account can be recovered: the page names the mailbox of developers', async ({ site, service }) => {
  const member = await site.member()
  await site.visitPage(undefined, '/reset', async (page) => {
    await emailField(page).fill(member.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('main')).toContainText('This service sends no mail')
    await page.goto(service.mailbox())
    await expect(async () => {
      await page.reload()
      expect(await page.getByText(`To ${member.email}`).count()).toBe(1)
    }).toPass()
    await page.getByRole('link', { name: /\/reset#token=/ }).click()
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  })
})
