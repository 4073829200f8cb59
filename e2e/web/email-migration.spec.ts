import type { Page } from '@playwright/test'
import { toast } from './support/email-list.ts'
import { expect, test } from './support/journey.ts'
import { faultsInAppearances, sidewaysOf } from './support/appearances.ts'

const SCREEN = '/email-migration'

const side = (page: Page, name: string) => page.getByRole('group', { name: `${name} mailbox` })

const fillSide = async (page: Page, name: string, host: string): Promise<void> => {
  const mailbox = side(page, name)
  await mailbox.getByLabel('IMAP host').fill(host)
  await mailbox.getByLabel('Email address').fill(`ana@${host.replace('imap.', '')}`)
  await mailbox.getByLabel('Password', { exact: true }).fill('battery staple')
}

test('records a migration as pending, and shows it in the history', { tag: '@smoke' }, async ({ site }) => {
  await site.visitPage(await site.memberOn('pro'), SCREEN, async (page) => {
    await expect(page.getByText('No migrations yet')).toBeVisible()
    await fillSide(page, 'Source', 'imap.old.example')
    await fillSide(page, 'Destination', 'imap.new.example')
    await page.getByRole('button', { name: 'Start Migration' }).click()
    await expect(toast(page, 'Migration started')).toContainText(
      'Your email migration has been queued and will begin shortly.',
    )
    const requests = page.getByRole('list', { name: 'Your migrations' }).getByRole('listitem')
    await expect(requests).toContainText(['imap.old.example:993'])
    await page.reload()
    await expect(requests).toHaveCount(1)
    await expect(requests).toContainText('Pending')
    for (const name of ['Source', 'Destination'])
      await expect(side(page, name).getByLabel('Password', { exact: true })).toHaveValue('')
  })
})

test('simulates a connection test, and contacts no server', { tag: '@smoke' }, async ({ site }) => {
  await site.visitPage(undefined, SCREEN, async (page, { addresses: asked }) => {
    const source = side(page, 'Source')
    await source.getByLabel('Provider').selectOption({ label: 'Gmail (imap.gmail.com)' })
    await source.getByLabel('Email address').fill('ana@old.example')
    await source.getByLabel('Password', { exact: true }).fill('battery staple')
    // The code of the button loads after the page; a stopped clock would stop that too.
    const button = source.getByRole('button', { name: 'Test connection' })
    await expect(button).toBeVisible()
    await page.clock.install()
    const before = asked.length
    await button.click()
    await expect(source.getByRole('button', { name: 'Testing the connection...' })).toBeVisible()
    await page.clock.fastForward(1500)
    await expect(source.getByRole('status')).toHaveText('Connection successful')
    expect(asked.slice(before).filter((address) => address.includes('/api/'))).toEqual([])
  })
})

test('has no accessibility problem with invalid fields and requests in every state', async ({ site }) => {
  const states = ['pending', 'in_progress', 'completed', 'failed', 'paused']
  const items = states.map((status, at) => ({
    id: `m${at}`,
    user_id: 'u1',
    source_host: 'imap.old.example',
    source_port: 993,
    source_email: `ana${at}@old.example`,
    destination_host: 'imap.new.example',
    destination_port: 993,
    destination_email: 'ana@new.example',
    status,
    progress_percentage: 42,
    error_message: status === 'failed' ? 'The source mailbox refused the password.' : null,
    created_at: `2026-11-${20 - at}T08:14:02.000Z`,
    completed_at: status === 'completed' ? '2026-11-19T11:02:00.000Z' : null,
  }))
  await site.visit(
    await site.memberOn('pro'),
    async ({ context, open }) => {
      await context.route('**/api/migrations?*', async (route) =>
        route.fulfill({ json: { data: { items, page: 1, limit: 50, total: items.length } } }),
      )
      const page = await open(SCREEN)
      await expect(page.getByRole('list', { name: 'Your migrations' }).getByRole('listitem')).toHaveCount(5)
      await side(page, 'Source').getByLabel('Email address').focus()
      await side(page, 'Source').getByLabel('Port').focus()
      await expect(side(page, 'Source').getByText('Please fill in this field.')).toBeVisible()
      const faults = await faultsInAppearances(page, SCREEN, {
        widths: [320, 1440],
        more: async (appearance) => sidewaysOf(page, appearance),
      })
      expect(faults).toEqual([])
    },
    { reducedMotion: 'reduce' },
  )
})
