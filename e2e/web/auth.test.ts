import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  alertText,
  atDashboardOf,
  emailField,
  newAddress,
  PASSWORD,
  passwordField,
  register,
  signIn,
  signOut,
} from './support/account-forms.ts'
import { expectAccessible } from './support/signed-in.ts'
import { givenService } from './support/given-service.ts'
import { alive, type Visitor } from './support/visitors.ts'

const site = givenService()

const visit = async (work: (visitor: Visitor) => Promise<void>, options = {}): Promise<void> =>
  site.visit(
    undefined,
    async (visitor) => {
      await work(visitor)
      // Nothing secret is ever part of an address: those are kept in histories and logs.
      expect(visitor.addresses.filter((address) => /horse|eyJ/.test(address))).toEqual([])
    },
    options,
  )

/** Makes an account past the browser. */
const account = async (): Promise<{ email: string; token: string; id: string }> => {
  const email = newAddress()
  const answer = await site.service.api('POST', '/auth/register', { email, password: PASSWORD })
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  return { email, token, id: user.id }
}

/** What a field is described by, and whether it is marked as wrong. */
const blame = async (page: Page, label: string): Promise<string> =>
  page.getByLabel(label, { exact: true }).evaluate((field) => {
    if (field.getAttribute('aria-invalid') !== 'true') return ''
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '').join(' ')
  })

describe('registering', () => {
  it('signs in and leads to the dashboard, which stays after a reload, until signing out', async () => {
    await visit(async ({ open }) => {
      const page = await open('/register')
      const email = newAddress()
      await register(page, email)
      await atDashboardOf(page, email)
      await page.reload()
      await atDashboardOf(page, email)
      await page.goto('/')
      const bar = page.getByRole('banner')
      await bar.getByRole('link', { name: 'Dashboard' }).waitFor()
      expect(await bar.getByRole('link', { name: 'Login' }).isVisible()).toBe(false)
      expect(await bar.getByRole('link', { name: 'Upgrade' }).isVisible()).toBe(true)
      await bar.getByRole('link', { name: 'Dashboard' }).click()
      await signOut(page)
      await bar.getByRole('link', { name: 'Login' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      expect(await page.evaluate(() => localStorage.length)).toBe(0)
    })
  })

  it('says at each field what is wrong with it', async () => {
    await visit(async ({ open }) => {
      const page = await open('/register')
      await register(page, '', 'short', 'other')
      expect(await blame(page, 'Email')).toBe('Please enter your email address.')
      expect(await blame(page, 'Password')).toMatch(/^Password must be at least 6 characters long\./)
      expect(await emailField(page).evaluate((field) => field === document.activeElement)).toBe(true)
      await register(page, newAddress(), 'long enough', 'long enouhg')
      expect(await blame(page, 'Confirm password')).toBe(
        'Passwords do not match. Please make sure both passwords are identical.',
      )
    })
  })

  it('says of the service what it refuses, beside the form and in a toast', async () => {
    const { email } = await account()
    await visit(async ({ open }) => {
      const page = await open('/register')
      await register(page, email)
      const taken = 'Registration failed This email is already registered. Please try signing in instead.'
      expect(await alertText(page)).toBe(taken)
      expect(await blame(page, 'Email')).toContain('already registered')
      await page.getByText('Registration failed').nth(1).waitFor()
      await register(page, 'not an address')
      await page.getByRole('alert').getByText('Please enter a valid email address.').waitFor()
    })
  })
})

describe('signing in', () => {
  it('needs both fields, and the right ones', async () => {
    const { email } = await account()
    await visit(async ({ open }) => {
      const page = await open('/login')
      await page.getByRole('button', { name: 'Sign in' }).click()
      expect(await blame(page, 'Email')).toBe('Please enter your email address.')
      expect(await blame(page, 'Password')).toBe('Please enter your password.')
      await signIn(page, email, 'wrong')
      const wrong = 'Login failed Invalid email or password. Please check your credentials and try again.'
      expect(await alertText(page)).toBe(wrong)
      await page.getByText('Login failed').nth(1).waitFor()
      await signIn(page, email)
      await atDashboardOf(page, email)
    })
  })

  it('is refused to a disabled account, in words of its own', async () => {
    const [{ email, id }, boss] = [await account(), await account()]
    await site.service.admin('grant', boss.email)
    const answer = await site.service.api('PATCH', `/admin/profiles/${id}`, { status: 'disabled' }, boss.token)
    expect(answer.status).toBe(200)
    await visit(async ({ open }) => {
      const page = await open('/login')
      await signIn(page, email)
      expect(await alertText(page)).toBe('Login failed Your account has been disabled. Please contact support.')
    })
  })

  it('works by keyboard alone, shows the password on request, and Enter sends', async () => {
    const { email } = await account()
    await visit(async ({ open }) => {
      const page = await open('/login')
      const focused = async () =>
        page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
      await emailField(page).focus()
      await page.keyboard.type(email)
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('password')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('Show')
      await page.keyboard.press('Space')
      expect(await passwordField(page).getAttribute('type')).toBe('text')
      expect(await focused()).toBe('Hide')
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('Forgot it?')
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('Sign in')
      await passwordField(page).press('Enter')
      await atDashboardOf(page, email)
    })
  })

  it('tells password managers what is what', async () => {
    await visit(async ({ open }) => {
      const login = await open('/login')
      expect(await emailField(login).getAttribute('autocomplete')).toBe('username')
      expect(await passwordField(login).getAttribute('autocomplete')).toBe('current-password')
      const registration = await open('/register')
      expect(await passwordField(registration).getAttribute('autocomplete')).toBe('new-password')
    })
  })

  it('leads back to where somebody wanted to go, and never to another site', async () => {
    const { email } = await account()
    await visit(async ({ open }) => {
      const page = await open('/login?next=%2Fmx-record%3Finput%3Dmail.example')
      await signIn(page, email)
      await page.waitForURL('**/mx-record?input=mail.example')
      for (const path of [
        '/login',
        '/register',
        '/login?next=%2F%2Fevil.example',
        '/login?next=https%3A%2F%2Fevil.example',
      ]) {
        await page.goto(path)
        await atDashboardOf(page, email)
      }
    })
  })

  it('is asked of who opens the dashboard without being signed in', async () => {
    const shown = await (await fetch(`${site.service.url}/dashboard`)).text()
    expect(shown).toContain('Loading...')
    await visit(async ({ open }) => {
      const page = await open('/dashboard')
      await page.waitForURL('**/login')
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    })
  })

  it('goes nowhere, and puts nothing into the address, before the page is alive', async () => {
    await visit(
      async ({ open }) => {
        const page = await open('/login')
        await signIn(page, 'ana@mail.example')
        expect(page.url()).toBe(`${site.service.url}/login`)
        expect(await page.content()).toContain('This form needs JavaScript')
      },
      { javaScriptEnabled: false },
    )
  })

  it('lasts for a tab where the browser refuses its storage', async () => {
    const { email } = await account()
    await visit(async ({ context, open }) => {
      await context.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('Refused.', 'SecurityError')
          },
        })
      })
      const page = await open('/login')
      await signIn(page, email)
      await atDashboardOf(page, email)
      await page.getByRole('link', { name: 'Back to Tools' }).click()
      await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
      await atDashboardOf(page, email)
    })
  })

  it('costs a visitor of a tool nothing', async () => {
    await visit(async ({ open, addresses }) => {
      const page = await open('/mx-record')
      await page.waitForLoadState('networkidle')
      expect(addresses.filter((address) => /\/assets\/account|\/auth\//.test(address))).toEqual([])
    })
  })
})

describe('the banner on the sign-in page', () => {
  const banner = (page: Page) => page.locator('.backend')

  it('says that the service answers, and what an operator wants to know', async () => {
    await visit(async ({ open }) => {
      const page = await open('/login')
      await banner(page).getByText('Connected', { exact: true }).waitFor()
      expect(await banner(page).innerText()).toMatch(/Reverse proxy\s+401 in \d+ ms/)
      await banner(page).getByText('Diagnostics').click()
      const facts = await banner(page).locator('dl').innerText()
      expect(facts).toMatch(/URL\s+http:\/\/localhost:\d+\/api\/auth\/verify/)
      expect(facts).toMatch(/Environment\s+production/)
      expect(facts).toMatch(/Timestamp\s+\d{4}-\d\d-\d\dT/)
      expect(facts).toMatch(/Reverse proxy working\s+yes/)
      expect(facts).toMatch(/Direct backend working\s+(?:yes|no)/)
      expect(facts).toMatch(/Direct URL\s+http:\/\/localhost:5000\/api\/auth\/verify/)
    })
  })

  it('finds out that the service is gone and that it is back, and the form says the same', async () => {
    const { email } = await account()
    await visit(async ({ open, addresses }) => {
      const page = await open('/login')
      await banner(page).getByText('Connected', { exact: true }).waitFor()
      await page.getByLabel('Email').focus()
      await expect.poll(() => addresses.some((address) => address.includes('/assets/account'))).toBe(true)
      await site.service.stop()
      await signIn(page, email)
      const gone = 'Cannot connect to server. Please ensure you have an internet connection and try again.'
      expect(await alertText(page)).toBe(`Login failed ${gone}`)
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await banner(page).getByText('Disconnected').waitFor()
      await banner(page).getByText('Cannot connect to backend server. Check reverse proxy configuration.').waitFor()
      await site.service.start()
      await banner(page).getByRole('button', { name: 'Retry' }).click()
      await banner(page).getByText('Connected', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await atDashboardOf(page, email)
    })
  })

  it('says what another answer is', async () => {
    await visit(async ({ context, open }) => {
      await context.route('**/api/auth/verify', async (route) => route.fulfill({ status: 502, body: '' }))
      const page = await open('/login')
      await banner(page).getByText('HTTP 502: Bad Gateway').waitFor()
      await context.unroute('**/api/auth/verify')
      await banner(page).getByRole('button', { name: 'Retry' }).click()
      await banner(page).getByText('Connected', { exact: true }).waitFor()
    })
  })

  it('is no error of the page while nobody is signed in', async () => {
    const context = await site.browser.newContext({ baseURL: site.service.url })
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto('/login')
    await alive(page)
    await banner(page).getByText('Connected', { exact: true }).waitFor()
    expect(said).toEqual([])
    await context.close()
  })
})

describe('every page around an account', () => {
  const paths = ['/login', '/register', '/reset', '/reset#token=a.b', '/confirm', '/dashboard']

  it.each([
    ['light', 1440],
    ['dark', 320],
  ] as const)('has no fault of accessibility in the %s at %d px, and stays inside', async (colorScheme, width) => {
    await visit(
      async ({ open }) => {
        for (const path of paths) {
          const page = await open(path)
          if (path === '/login') await page.getByText('Connected', { exact: true }).waitFor()
          await expectAccessible(page, path)
          expect(await page.locator('h1').count()).toBe(1)
          await page.close()
        }
      },
      { viewport: { width, height: 900 }, colorScheme },
    )
  })
})
