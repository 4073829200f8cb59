import { findTool } from '@netbox/core'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { inputField } from '../../testing/run-tools.ts'
import { arriveAt, visit } from '../../testing/visit.tsx'
import { field, chosen, command, openPalette } from '../../testing/palette.ts'

const HEADERS = 'Received: from a.example by b.example; Fri, 20 Nov 2026 08:14:02 +0000\nFrom: Ana <ana@mail.example>'

describe('the palette, by keyboard', () => {
  it('fills in the form of the page on which it is opened', async () => {
    const user = await visit('/mx-record')
    await openPalette(user, 'mx shop.example{Enter}')
    await waitFor(() => expect(inputField().value).toBe('shop.example'))
    await waitFor(() => expect(document.activeElement).toBe(inputField()))
  })

  it('takes seed and scenario in the notation of the command', async () => {
    const user = await visit('/help')
    await openPalette(user, 'mail.example mx --seed k3f9 --scenario mx-down')
    expect(command()).toBe('netbox mx-record mail.example --seed k3f9 --scenario mx-down')
    await user.keyboard('{Enter}')
    await arriveAt('/mx-record?input=mail.example&seed=k3f9&scenario=mx-down')
  })

  it('turns an input into a token, and back into text', async () => {
    const user = await visit('/help')
    await openPalette(user, 'mail.example ')
    expect(screen.getByRole('button', { name: 'Move mail.example back to the field' })).toBeDefined()
    expect(field().value).toBe('')
    await user.keyboard('{Backspace}')
    expect(field().value).toBe('mail.example')
  })
})

describe('pasted text', () => {
  it('is recognized as an address: network tools first', async () => {
    const user = await visit('/')
    await openPalette(user)
    await user.paste('203.0.113.42')
    const group = await screen.findByRole('group', { name: 'Run on 203.0.113.42' })
    const names = [...group.querySelectorAll('b')].map(({ textContent }) => textContent)
    expect(names.slice(0, 2)).toEqual(['Blacklist Check', 'PTR Lookup'])
    expect(names).not.toContain('MX Record')
  })

  it.each([
    ['a domain', 'shop.example', 'A Record'],
    ['an address of somebody', 'ana@mail.example', 'Email Validation'],
    ['a URL', 'https://shop.example/cart', 'A Record'],
    ['an error', '550 5.7.1 Client host [203.0.113.9] blocked using zen.spamhaus.org', 'Blacklist Check'],
  ])('is recognized as %s', async (_, text, name) => {
    const user = await visit('/help')
    await openPalette(user)
    await user.paste(text)
    expect(chosen().textContent).toContain(name)
  })

  it('is recognized as the headers of a mail, line by line', async () => {
    const user = await visit('/help')
    await openPalette(user)
    await user.paste(HEADERS)
    expect(chosen().textContent).toContain('Header Analyzer')
    expect(screen.getByRole('button', { name: 'Move headers, 2 lines back to the field' })).toBeDefined()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 2, name: 'Header Analyzer' })
    expect(location.pathname).toBe('/header-analyzer')
    await waitFor(() => expect(inputField('Email Headers').value).toBe(HEADERS))
  })
})

describe('the list', () => {
  const run = {
    tool: 'mx-record',
    input: 'mail.example',
    seed: 'k3f9',
    scenario: 'mx-down',
    at: '2026-01-01T00:00:00.000Z',
    sentence: 'Late.',
    severity: 'critical',
  }

  it('shows favorites first', async () => {
    const user = await visit('/help', { kept: { netbox_favorites: '["traceroute"]' } })
    await openPalette(user)
    const [first] = screen.getAllByRole('group')
    expect(first?.getAttribute('aria-label')).toBe('Favorites')
    expect(chosen().textContent).toContain('Traceroute')
  })

  it('shows past runs with their outcomes, and opens them', async () => {
    const user = await visit('/help', { kept: { netbox_recent_runs: JSON.stringify([run]) } })
    await openPalette(user, 'mx-down')
    const past = within(screen.getByRole('group', { name: 'Past runs' })).getByRole('option')
    expect(past.textContent).toContain('mail.example, seed k3f9')
    expect(past.querySelector('[data-status]')?.textContent).toContain('mx-down')
    await user.click(past)
    await arriveAt('/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00%3A00%3A00.000Z&v=3')
    await screen.findByRole('heading', { level: 2, name: 'Mail still arrives, ten seconds late.' })
    expect(screen.queryByText('A shared report.')).toBeNull()
  })

  it('shows tools that need another plan', async () => {
    const user = await visit('/help')
    await openPalette(user, 'diagnostic')
    expect(within(chosen()).getByText('Pro')).toBeDefined()
  })
})

describe('the palette recognizes', () => {
  it.each(['550 5.7.1 Message rejected', '421 4.7.0 try again later', '550', '5.7.26'])(
    'a reply that refuses mail: %s',
    async (reply) => {
      const user = await visit('/help')
      await openPalette(user, reply)
      const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
      for (const id of ['smtp-test', 'email-deliverability'])
        expect(options.join('\n')).toContain(findTool(id)?.question)
    },
  )

  it('dark as the theme', async () => {
    const user = await visit('/help')
    await openPalette(user, 'dark')
    await user.click(screen.getByRole('option', { name: /^Dark colors/ }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(location.pathname).toBe('/help')
  })

  it('Ctrl A as everything: the next key replaces a recognized input, too', async () => {
    const user = await visit('/help')
    await openPalette(user, 'mail.example mx')
    expect(screen.getByRole('button', { name: /^Move mail\.example/ })).toBeDefined()
    await user.keyboard('{Control>}a{/Control}')
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, field().value.length])
    expect(field().value).toBe('mail.example mx')
    await user.keyboard('s')
    expect(field().value).toBe('s')
    expect(screen.queryByRole('button', { name: /^Move mail\.example/ })).toBeNull()
  })
})
