import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findToast } from '../../testing/find-toast.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const DAY = 24 * 60 * 60_000

const tokens = async () => within(await screen.findByRole('region', { name: 'API tokens' }))

const openTokens = async () => {
  const user = await visit('/dashboard/account', { as: mockApi().addUser({ plan: 'enterprise' }) })
  await (await tokens()).findByText('No tokens yet.')
  return user
}

const button = (name: string) => screen.getByRole('button', { name })

describe('API tokens', () => {
  it('need the enterprise plan, and say so on other plans', async () => {
    const user = await visit('/dashboard/account', { as: mockApi().addUser({ plan: 'pro' }) })
    await (await tokens()).findByText('API access comes with Enterprise')
    expect((await tokens()).getByText(/^You are on the Pro plan\./)).toBeDefined()
    expect((await tokens()).queryByRole('textbox')).toBeNull()
    await user.click((await tokens()).getByRole('link', { name: 'Upgrade now' }))
    await arriveAt('/pricing')
  })

  it('are listed and can be revoked on every plan', async () => {
    const member = mockApi().addUser({ plan: 'pro' })
    member.apiTokens.push({
      id: 'old',
      name: 'From before',
      prefix: 'nbx_abcdef',
      scopes: ['tools:run'],
      created_at: '2026-01-01T00:00:00Z',
      expires_at: null,
      last_used_at: null,
    })
    const user = await visit('/dashboard/account', { as: member })
    await user.click(await (await tokens()).findByRole('button', { name: 'Revoke From before' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke From before?' }))
    await user.click(dialog.getByRole('button', { name: 'Revoke' }))
    await findToast('Token revoked')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke From before' })).toBeNull())
  })

  it('need a name and a scope', async () => {
    const user = await openTokens()
    await user.click(screen.getByLabelText(/^Run tools/))
    await user.click(button('Create token'))
    await screen.findByText('Please enter a name.')
    expect(screen.getByText('Choose at least one.')).toBeDefined()
    expect(mockApi().calls('tokens.create')).toEqual([])
  })

  it('say when the first call with a new token arrives', async () => {
    const member = mockApi().addUser({ plan: 'enterprise' })
    const user = await visit('/dashboard/account', { as: member })
    await (await tokens()).findByText('No tokens yet.')
    await user.type(screen.getByLabelText('Name'), 'Nightly report')
    await user.click(button('Create token'))
    await screen.findByText('Waits for the first call with this token.')
    const token = screen.getByLabelText<HTMLInputElement>('Token').value
    expect(screen.getByRole('tabpanel', { name: 'curl' }).textContent).toContain(token)
    await user.click(screen.getByRole('tab', { name: 'Python' }))
    await user.click(button('Copy the line for Python'))
    expect(await navigator.clipboard.readText()).toMatch(/^python3 -c '/)
    member.apiTokens = member.apiTokens.map((made) => ({ ...made, last_used_at: new Date().toISOString() }))
    await screen.findByText('The first call has arrived. The token works.', undefined, { timeout: 10_000 })
  })

  it('are created with scopes and an expiry, shown once with Copy, and revoked after a confirmation', async () => {
    const user = await openTokens()
    await user.type(screen.getByLabelText('Name'), 'Nightly report')
    await user.click(screen.getByLabelText(/^Run tools/))
    await user.click(screen.getByLabelText(/^Read your daily usage/))
    await user.selectOptions(screen.getByLabelText('Expires'), 'After 30 days')
    await user.click(button('Create token'))
    const heading = await screen.findByRole('heading', { name: 'Your new token' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const [call] = mockApi().calls('tokens.create')
    expect(call?.body).toMatchObject({ name: 'Nightly report', scopes: ['usage:read'] })
    const days = (Date.parse(String(call?.body.expires_at)) - (call?.at ?? 0)) / DAY
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
    const token = screen.getByLabelText<HTMLInputElement>('Token').value
    expect(token).toMatch(/^nbx_/)
    await user.click(button('Copy'))
    await findToast('Token copied to clipboard.')
    expect(await navigator.clipboard.readText()).toBe(token)
    await user.click(button('I have copied it'))
    const list = within(screen.getByRole('list', { name: 'Your API tokens' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Nightly report.*usage:read.*expires/s),
    ])
    // The token is no longer on the page.
    expect(document.body.outerHTML).not.toContain(token)
    expect(screen.queryByDisplayValue(token)).toBeNull()
    await user.click(button('Revoke Nightly report'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Nightly report?' }))
    expect(mockApi().calls('tokens.revoke')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Revoke' }))
    await findToast('Token revoked')
    await screen.findByText('No tokens yet.')
  })
})
