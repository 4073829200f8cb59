import { pickerCategories, pickerTools, pricing, toolBadges } from '@netbox/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'

const categories = { 'Network Tools': 'network', 'DNS Tools': 'dns', 'Email Tools': 'email' } as const

const tabPanel = () => screen.getByRole('tabpanel')
const chosen = () => tabPanel().querySelector('[aria-current="page"]')
const main = () => within(screen.getByRole('main'))

/** Returns the card of the chosen tool. */
const toolCard = async (): Promise<HTMLElement> => {
  const card = (
    await waitFor(() => {
      const name = document.querySelector('#tool-name')
      if (name === null) throw new Error('No tool is shown.')
      return name
    })
  ).closest<HTMLElement>('[data-category], form')
  if (card === null) throw new Error('The tool is in no card.')
  return card
}

describe('the paths of the specification', () => {
  it.each(Object.entries(categories))('under %s each select their tool and that tab', async (tab, category) => {
    for (const { path, name, question } of pickerTools(category)) {
      cleanup()
      await visit(`/${path}`)
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(question)
      expect(screen.getByRole('tab', { selected: true, name: new RegExp(`^${tab}`) })).toBeDefined()
      expect(chosen()?.getAttribute('href')).toBe(`/${path}`)
      expect(chosen()?.textContent).toContain(name)
      await toolCard()
    }
  })

  it('/ selects none, and explains how to', async () => {
    await visit('/')
    expect(screen.getByRole('heading', { name: 'Select a Tool' })).toBeDefined()
    expect(screen.getByText('Choose a tool from the categories above to get started.')).toBeDefined()
    expect(chosen()).toBeNull()
    expect(document.querySelector('#tool-name')).toBeNull()
  })

  it('/login and /register are the screens of that name, each with its fields and a link to the other', async () => {
    const user = await visit('/login')
    expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeDefined()
    for (const name of ['Email', 'Password']) expect(main().getByLabelText(name)).toBeDefined()
    expect(main().getByText(/Confirm your email first\./)).toBeDefined()
    await user.click(main().getByRole('link', { name: 'Register' }))
    await arriveAt('/register')
    await screen.findByRole('heading', { level: 1, name: 'Register' })
    for (const name of ['Email', 'Password', 'Confirm password']) expect(main().getByLabelText(name)).toBeDefined()
    await user.click(main().getByRole('link', { name: 'Sign in' }))
    await arriveAt('/login')
  })

  it('/pricing has its switch, three cards in short, three plans and answers', async () => {
    await visit('/pricing')
    expect(main().getAllByRole('radio')).toHaveLength(2)
    for (const name of ['Monthly', 'Annual'])
      expect(main().getByRole('radio', { name: new RegExp(name) })).toBeDefined()
    expect(screen.getByRole('main').querySelectorAll('[data-summary]')).toHaveLength(3)
    for (const name of ['Free', 'Pro', 'Enterprise']) expect(main().getByRole('region', { name })).toBeDefined()
    expect(main().getByText(pricing.faq[0]?.question ?? '?')).toBeDefined()
  })

  it('/email-migration has the same five fields for both mailboxes', async () => {
    await visit('/email-migration')
    for (const side of ['Source mailbox', 'Destination mailbox']) {
      const mailbox = within(screen.getByRole('group', { name: side }))
      for (const name of ['Provider', 'IMAP host', 'Port', 'Email address', 'Password'])
        expect(mailbox.getByLabelText(name)).toBeDefined()
    }
  })
})

describe('around every page', () => {
  it('the header has name, tagline, Login and Upgrade for visitors, and Dashboard for users', async () => {
    await visit('/mx-record')
    const bar = within(screen.getByRole('banner'))
    const target = (name: string) => bar.getByRole('link', { name }).getAttribute('href')
    expect(target('netbox')).toBe('/')
    expect(bar.getByText('A simulated internet')).toBeDefined()
    expect(target('Login')).toBe('/login')
    expect(target('Upgrade')).toBe('/pricing')
    cleanup()
    await visit('/mx-record', { as: mockApi().addUser() })
    await within(screen.getByRole('banner')).findByRole('link', { name: 'Dashboard' })
  })

  it('the footer links popular tools, account and support, and has its year', async () => {
    await visit('/')
    const foot = within(screen.getByRole('contentinfo'))
    const linksOf = (name: string) =>
      within(foot.getByRole('navigation', { name }))
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    expect(linksOf('Popular tools')).toEqual(['/blacklist-check', '/mx-record', '/ping-test', '/whois-lookup'])
    expect(linksOf('Account')).toEqual(['/login', '/register', '/pricing', '/dashboard'])
    expect(linksOf('Support')).toEqual(['/help', '/docs', '/contact', '/privacy', '/terms'])
    expect(foot.getByText(/© 2024 netbox/)).toBeDefined()
  })
})

describe('the greeting', () => {
  it("shows the visitor's address, and a placeholder until it is known", async () => {
    let tell = (): void => {}
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    mockApi().answer('ip.get', async () => {
      await told
      return { ip: '198.51.100.7' }
    })
    await visit('/')
    expect(screen.getByText('203.0.113.42')).toBeDefined()
    tell()
    await screen.findByText('198.51.100.7')
    expect(screen.queryByText('203.0.113.42')).toBeNull()
  })
})

describe('the lines to paste', () => {
  it('install the command from this site, and are copied with its address', async () => {
    const user = await visit('/')
    const lines = within(screen.getByRole('region', { name: 'Paste these' }))
    expect(lines.getAllByRole('listitem')[0]?.textContent).toContain(`npm i -g ${location.origin}/netbox.tgz`)
    expect(lines.getByRole('link', { name: 'SHA-256' }).getAttribute('href')).toBe('/netbox.tgz.sha256')
    await user.click(lines.getByRole('button', { name: 'Copy: Get it.' }))
    expect(await navigator.clipboard.readText()).toBe(`npm i -g ${location.origin}/netbox.tgz`)
  })
})

describe('the picker', () => {
  it('has four tabs, of which the last is coming soon', async () => {
    const user = await visit('/')
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Network Tools'),
      expect.stringContaining('DNS Tools'),
      expect.stringContaining('Email Tools'),
      expect.stringMatching(/Web Tools\s*Em breve/),
    ])
    const [first, , , last] = tabs
    if (last === undefined) throw new Error('There is no fourth tab.')
    expect(last.getAttribute('aria-disabled')).toBe('true')
    await user.click(last)
    expect(first?.getAttribute('aria-selected')).toBe('true')
  })

  it('has a card for each tool, with its name, description, input type and badges', async () => {
    const user = await visit('/')
    for (const [at, category] of pickerCategories.entries()) {
      const tab = screen.getAllByRole('tab')[at]
      if (tab !== undefined) await user.click(tab)
      const cards = within(tabPanel()).getAllByRole('link')
      const expected = pickerTools(category)
      expect(cards).toHaveLength(expected.length)
      for (const [place, tool] of expected.entries()) {
        const card = cards[place]
        for (const part of [tool.name, tool.description, tool.input.type]) expect(card?.textContent).toContain(part)
        const words = new Set([...(card?.querySelectorAll('*') ?? [])].map(({ textContent }) => textContent))
        for (const badge of ['Pro', 'Login Required'])
          expect([tool.id, badge, words.has(badge)]).toEqual([tool.id, badge, toolBadges(tool).includes(badge)])
      }
    }
  })

  it('leads to the page of a tool', async () => {
    const user = await visit('/')
    await user.click(screen.getByRole('tab', { name: /^DNS Tools/ }))
    await user.click(within(tabPanel()).getByRole('link', { name: /^MX Record/ }))
    await arriveAt('/mx-record')
    await screen.findByRole('heading', { level: 1, name: 'Who accepts mail for this domain?' })
    expect(document.title).toBe('MX Record: Who accepts mail for this domain? · netbox')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Domain Name' })))
  })
})

describe('the panel of a tool', () => {
  it.each([
    ['mx-record', 'MX Record', ['CAPTCHA Required'], 'Enter Domain Name...'],
    ['ping-test', 'Ping Test', ['CAPTCHA Required'], 'Enter IP Address...'],
    ['header-analyzer', 'Header Analyzer', ['CAPTCHA Required'], 'Enter Email Headers...'],
    ['dns-diagnostic', 'DNS Diagnostic', ['Pro', 'CAPTCHA Required'], 'Enter Domain Name...'],
    // The screens of these tools have their own forms.
    ['email-validation', 'Enhanced Email Verification', ['Login Required'], undefined],
    ['email-migration', 'Email Migration', ['Login Required'], undefined],
  ] as const)(
    'of %s has its title, its badges and the texts of its input',
    async (path, title, badges, placeholder) => {
      await visit(`/${path}`)
      const card = await toolCard()
      expect(card.querySelector('h2')?.textContent).toBe(title)
      for (const badge of badges) expect(within(card).getByText(badge)).toBeDefined()
      if (placeholder !== undefined) expect(screen.getByPlaceholderText(placeholder)).toBeDefined()
    },
  )
})

describe('the badges of a tool', () => {
  // The styles hide the content for visitors before the page is hydrated.
  const forVisitors = (badge: string): boolean =>
    screen.getAllByText(badge).every((chip) => chip.closest('.in-data-signed-in\\:hidden') !== null)

  it.each(['/', '/email-validation', '/email-migration'])(
    'on %s do not tell signed-in users to sign in',
    async (path) => {
      const user = await visit(path, { as: mockApi().addUser() })
      if (path === '/') await user.click(screen.getByRole('tab', { name: /^Email Tools/ }))
      else await toolCard()
      expect(forVisitors('Login Required')).toBe(true)
      expect(document.documentElement.hasAttribute('data-signed-in')).toBe(true)
    },
  )

  it('name no check that starts without a click', async () => {
    await visit('/mx-record', { as: mockApi().addUser({ plan: 'pro' }) })
    await waitFor(() => expect(screen.queryByText('CAPTCHA Required')).toBeNull())
  })
})

describe('an unknown address', () => {
  it('reports it, and links the home page', async () => {
    const user = await visit('/nothing/here')
    expect(screen.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Return to Home' }))
    await arriveAt('/')
    await screen.findByRole('heading', { level: 1, name: /^Run any program on/ })
  })
})
