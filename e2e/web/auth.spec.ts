import type { Page } from '@playwright/test'
import { emailField, newAddress, PASSWORD, passwordField, register, signIn, signOut } from './support/account-forms.ts'
import { expectAccessible, expectDashboardOf, expect, type Site, test, type VisitOptions } from './support/journey.ts'
import type { Visitor } from './support/visitors.ts'

/** Gives a visitor a browser. Checks that no address contains a secret, because histories and logs keep addresses. */
const visit = async (site: Site, work: (visitor: Visitor) => Promise<void>, options?: VisitOptions): Promise<void> =>
  site.visit(
    undefined,
    async (visitor) => {
      await work(visitor)
      expect(visitor.addresses.filter((address) => /horse|eyJ/.test(address))).toEqual([])
    },
    options,
  )

const banner = (page: Page) => page.locator('[data-backend]')
const bannerState = (page: Page) => banner(page).getByRole('status')

test.describe('an account', () => {
  test('is created by registering, and a reload keeps the session', { tag: '@smoke' }, async ({ site }) => {
    await visit(site, async ({ open }) => {
      const page = await open('/register')
      const email = newAddress()
      await register(page, email)
      await expectDashboardOf(page, email)
      await page.reload()
      await expectDashboardOf(page, email)
    })
  })

  test('can sign in and out, and the header shows the matching links', { tag: '@smoke' }, async ({ site }) => {
    const { email } = await site.member()
    await visit(site, async ({ open }) => {
      const page = await open('/login')
      await emailField(page).fill(email)
      await passwordField(page).fill(PASSWORD)
      await passwordField(page).press('Enter')
      await expectDashboardOf(page, email)
      await page.goto('/')
      const bar = page.getByRole('banner')
      await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible()
      await expect(bar.getByRole('link', { name: 'Upgrade' })).toBeVisible()
      await expect(bar.getByRole('link', { name: 'Login' })).toBeHidden()
      await bar.getByRole('link', { name: 'Dashboard' }).click()
      await signOut(page)
      await expect(bar.getByRole('link', { name: 'Login' })).toBeVisible()
      await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeHidden()
      await expect(page).toHaveURL(`${site.service.url}/`)
      // The number of open tabs is what is left.
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['netbox_tabs'])
    })
  })

  test('is required by a page that needs one, which opens afterwards', { tag: '@smoke' }, async ({ site }) => {
    const { email } = await site.member()
    // Pages that need a sign-in are not prerendered.
    expect(await (await fetch(`${site.service.url}/dashboard`)).text()).toContain('Loading...')
    await visit(site, async ({ open }) => {
      const page = await open('/dashboard/account?from=mail')
      await expect(page).toHaveURL(`${site.service.url}/login?next=%2Fdashboard%2Faccount%3Ffrom%3Dmail`)
      await signIn(page, email)
      await expect(page).toHaveURL(`${site.service.url}/dashboard/account?from=mail`)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
  })
})

test.describe('the banner on the sign-in page', () => {
  test('reports the status, and with Retry that the service is back', async ({ site }) => {
    await site.visit(undefined, async ({ context, open }) => {
      const said: string[] = []
      context.on('console', (message) => said.push(message.text()))
      const page = await open('/login')
      await expect(bannerState(page)).toHaveText('Connected')
      await expect(banner(page)).toContainText(/Reverse proxy\s*401 in \d+ ms/)
      // No user is signed in, and checking that is not an error.
      expect(said).toEqual([])
      await banner(page).getByText('Diagnostics').click()
      await expect(banner(page).locator('dl')).toContainText(/Environment\s*production/)
      await expect(banner(page).locator('dl')).toContainText(`Direct URL${site.service.url}/api/auth/verify`)
      await context.route('**/api/**', async (route) => route.abort())
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(bannerState(page)).toContainText('Disconnected')
      await expect(bannerState(page)).toContainText('Cannot connect to backend server.')
      await context.unroute('**/api/**')
      await banner(page).getByRole('button', { name: 'Retry' }).click()
      await expect(bannerState(page)).toHaveText('Connected')
    })
  })

  test('and the form follow a service that ends and starts again', async ({ site }) => {
    const { email } = await site.member()
    await visit(site, async ({ open }) => {
      const page = await open('/login')
      await expect(bannerState(page)).toHaveText('Connected')
      // The first interaction loads the sign-in code, which must happen before the service stops.
      const account = page.waitForResponse((response) => response.url().includes('/assets/account'))
      await emailField(page).focus()
      // Importing the script waits until it and everything that it imports is loaded.
      const script = (await account).url()
      await page.evaluate(async (url) => void (await import(url)), script)
      await site.service.stop()
      try {
        await signIn(page, email)
        await expect(page.getByRole('alert')).toContainText('Login failed')
        await expect(page.getByRole('alert')).toContainText('Cannot connect to server.')
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await expect(bannerState(page)).toContainText('Disconnected')
      } finally {
        await site.service.start()
      }
      await banner(page).getByRole('button', { name: 'Retry' }).click()
      await expect(bannerState(page)).toHaveText('Connected')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expectDashboardOf(page, email)
    })
  })
})

test.describe('a page around an account', () => {
  test('sends its form nowhere without scripts, and puts nothing into the address', async ({ site }) => {
    await visit(
      site,
      async ({ open }) => {
        const page = await open('/login')
        await signIn(page, 'ana@mail.example')
        await expect(page).toHaveURL(`${site.service.url}/login`)
        expect(await page.content()).toContain('This form needs JavaScript')
      },
      { javaScriptEnabled: false },
    )
  })

  test('has code that a visitor of a tool does not load', async ({ site }) => {
    await visit(site, async ({ open, addresses }) => {
      const page = await open('/mx-record')
      await page.waitForLoadState('networkidle')
      expect(addresses.filter((address) => /\/assets\/account|\/auth\//.test(address))).toEqual([])
    })
  })

  test('has no accessibility problem in use, and fits', async ({ site }) => {
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 320],
    ] as const)
      await test.step(`${colorScheme} at ${width} px`, async () =>
        visit(
          site,
          async ({ open }) => {
            const login = await open('/login')
            await expect(bannerState(login)).toHaveText('Connected')
            await expectAccessible(login)
            const reset = await open('/reset#token=a.b')
            await expect(reset.getByLabel('New password', { exact: true })).toBeVisible()
            await expectAccessible(reset)
          },
          { viewport: { width, height: 900 }, colorScheme },
        ))
  })
})
