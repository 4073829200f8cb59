import type { Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { alertText, newAddress, PASSWORD, register, signIn } from './support/account-forms.ts'
import { startFakeVerifier } from './support/fake-verifier.ts'
import { givenService } from './support/given-service.ts'
import { toast } from './support/toast.ts'
import type { Visitor } from './support/visitors.ts'

// Answers that the service itself gives only when something is broken are given here in its place.

const site = givenService()

const visit = async (work: (visitor: Visitor) => Promise<void>, token?: string): Promise<void> =>
  site.visit(undefined, work, token === undefined ? {} : { kept: { auth_token: token } })

const tokenOf = async (email: string): Promise<string> => {
  const answer = await site.service.api('POST', '/auth/register', { email, password: PASSWORD })
  return ((await answer.json()) as { token: string }).token
}

/** Answers what a test says, when it says so. */
const held = () => {
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const handler = async (route: Route): Promise<void> => {
    await gate
    await route.continue()
  }
  return { handler, letGo: () => letGo() }
}

describe('an answer that is none', () => {
  it.each([
    [
      { status: 404, body: '' },
      'API endpoint not found: /api/auth/login. Please check if the backend is running and accessible.',
    ],
    [{ status: 500, body: '' }, 'Internal server error. Please try again later.'],
    [{ status: 502, body: '' }, 'Bad gateway. The server cannot reach the backend.'],
    [{ status: 503, body: '' }, 'Service unavailable. The backend server may be down.'],
    [{ status: 418, body: '{}' }, "HTTP 418: I'm a teapot"],
    [{ status: 400, json: { errors: [{ msg: 'No at sign' }, { msg: 'No dot' }] } }, 'No at sign, No dot'],
    [{ status: 403, json: { message: 'Not from there.' } }, 'Not from there.'],
    [
      { status: 400, json: { error: 'Senha ou email incorretos' } },
      'Invalid email or password. Please check your credentials and try again.',
    ],
    [{ status: 200, body: '<html>' }, 'Invalid response from server'],
    [{ status: 502, body: '<html>' }, 'Invalid response from server'],
    [{ status: 200, json: { token: 'only a token' } }, 'Invalid response from server'],
  ])('to signing in is told: %j', async (answer, words) => {
    await visit(async ({ context, open }) => {
      await context.route('**/api/auth/login', async (route) => route.fulfill(answer))
      const page = await open('/login')
      await signIn(page, 'ana@mail.example')
      expect(await alertText(page)).toBe(`Login failed ${words}`)
      await toast(page, 'Login failed', words)
      expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
    })
  })

  it('to registering is told in general, and as the service told it', async () => {
    await visit(async ({ context, open }) => {
      await context.route('**/api/auth/register', async (route) => route.fulfill({ status: 500, body: '' }))
      const page = await open('/register')
      await register(page, 'ana@mail.example')
      const words = 'An unexpected error occurred during registration. Please try again.'
      expect(await alertText(page)).toBe(`Registration failed ${words} Internal server error. Please try again later.`)
      await toast(page, 'Registration failed', words)
      await context.unroute('**/api/auth/register')
      await context.route('**/api/auth/register', async (route) => route.abort())
      await page.getByRole('button', { name: 'Create account' }).click()
      const dead = 'Cannot connect to server. Please ensure you have an internet connection and try again.'
      await page.getByRole('alert').getByText(dead).waitFor()
    })
  })
})

describe('a registration that the service does not take', () => {
  it('is told in the words of the specification, and why it was', async () => {
    await visit(async ({ open }) => {
      const page = await open('/register')
      await register(page, `${'a'.repeat(330)}@mail.example`)
      const words = 'Failed to create account. Please check your email and try again.'
      expect(await alertText(page)).toBe(`Registration failed ${words} Must have at most 320 characters.`)
      await toast(page, 'Registration failed', words)
    })
  })
})

describe('while an answer is awaited', () => {
  it('the banner says that it is checking, and then what it found', async () => {
    const { handler, letGo } = held()
    await visit(async ({ context, open }) => {
      await context.route('**/api/auth/verify', handler)
      const page = await open('/login')
      const banner = page.locator('.backend')
      await banner.getByText('Checking the connection', { exact: true }).waitFor()
      letGo()
      await banner.getByText('Connected', { exact: true }).waitFor()
      expect(await banner.getByRole('button', { name: 'Retry' }).count()).toBe(0)
      await context.unroute('**/api/auth/verify')
      await context.route('**/api/auth/verify', async (route) => route.abort())
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await banner.getByText('Disconnected', { exact: true }).waitFor()
      await banner.getByRole('button', { name: 'Retry' }).waitFor()
    })
  })

  it('nobody is signed in or out: a stored token makes the dashboard wait, and says so', async () => {
    const email = newAddress()
    const { handler, letGo } = held()
    await visit(
      async ({ context, open }) => {
        await context.route('**/api/auth/verify', handler)
        const page = await open('/dashboard')
        await page.getByRole('status').getByText('Loading...', { exact: true }).waitFor()
        expect(new URL(page.url()).pathname).toBe('/dashboard')
        letGo()
        await page.getByText(email, { exact: true }).waitFor()
        // The parts of the page each ask for their own.
        await expect.poll(async () => page.getByText('Loading...').count()).toBe(0)
      },
      await tokenOf(email),
    )
  })
})

describe('a migration on its way', () => {
  it('can not be sent a second time', async () => {
    const [boss, pro] = [newAddress(), newAddress()]
    const bossToken = await tokenOf(boss)
    await site.service.admin('grant', boss)
    await site.service.api('POST', '/admin/users', { email: pro, password: PASSWORD, plan: 'pro' }, bossToken)
    const answer = await site.service.api('POST', '/auth/login', { email: pro, password: PASSWORD })
    const { token } = (await answer.json()) as { token: string }
    const { handler, letGo } = held()
    await visit(async ({ context, open }) => {
      const page = await open('/email-migration')
      for (const name of ['Source mailbox', 'Destination mailbox']) {
        const side = page.getByRole('group', { name })
        await side.getByLabel('IMAP host').fill('imap.mail.example')
        await side.getByLabel('Email address').fill('ana@mail.example')
        await side.getByLabel('Password', { exact: true }).fill('battery staple')
      }
      await context.route('**/api/migrations', handler)
      await page.getByRole('button', { name: 'Start Migration' }).click()
      expect(await page.getByRole('button', { name: 'Starting...' }).isDisabled()).toBe(true)
      letGo()
      await toast(page, 'Migration started', 'Your email migration has been queued and will begin shortly.')
    }, token)
  })
})

describe('every result of a verification', () => {
  it('has its word and its band of confidence', async () => {
    const verifier = await startFakeVerifier()
    await visit(async ({ context, open }) => {
      await verifier.standIn(context)
      const page = await open('/email-validation')
      const found = [
        ['valid', 81, 'Valid', 'high'],
        ['invalid', 80, 'Invalid', 'medium'],
        ['unconfirmed', 51, 'Unconfirmed', 'medium'],
        ['suspicious', 50, 'Suspicious', 'low'],
        ['catch-all', 49, 'Catch-all', 'low'],
        ['unreachable', 0, 'Unreachable', 'low'],
      ] as const
      const list = found.map(([status]) => `${status}@mail.example`)
      await page.getByRole('textbox', { name: 'Email addresses, one per line' }).fill(list.join('\n'))
      await page.getByRole('button', { name: 'Verify Emails' }).click()
      await verifier.question(1)
      verifier.give(...found.map(([status, confidence]) => ({ email: `${status}@mail.example`, status, confidence })))
      verifier.finish()
      await toast(page, 'Verification complete', 'Verified 6 email addresses.')
      for (const [at, [, confidence, word, band]] of found.entries()) {
        const row = page.getByRole('option').nth(at)
        await row.getByText(word, { exact: true }).waitFor()
        expect(await row.innerText()).toMatch(new RegExp(`${confidence}\\s+${band}`))
      }
    })
    await verifier.close()
  })
})

describe('a connection test', () => {
  it('says that it is on, that it succeeded, or what to check', async () => {
    await visit(async ({ context, open }) => {
      // Every draw is the highest there is.
      await context.addInitScript(() => {
        const draw = crypto.getRandomValues.bind(crypto)
        crypto.getRandomValues = (array) => (array instanceof Uint32Array ? array.fill(2 ** 32 - 1) : draw(array))
      })
      const page = await open('/email-migration')
      const source = page.getByRole('group', { name: 'Source mailbox' })
      await source.getByLabel('IMAP host').fill('imap.old.example')
      await source.getByLabel('Email address').fill('ana@old.example')
      await source.getByLabel('Password', { exact: true }).fill('battery staple')
      for (const [port, words] of [
        ['993', 'Unable to connect using standard ports (993, 143). Please check credentials or try a custom port.'],
        ['1993', 'Connection test failed. Please verify your settings.'],
      ] as const) {
        await source.getByLabel('Port').fill(port)
        await source.getByRole('button', { name: 'Test connection' }).click()
        await source.getByRole('button', { name: 'Testing the connection...' }).waitFor()
        await toast(page, 'Connection failed', words)
        expect(await source.getByRole('status').innerText()).toContain(words)
      }
      // A provider's host always answers.
      await source.getByLabel('Provider').selectOption({ label: 'Gmail (imap.gmail.com)' })
      await source.getByRole('button', { name: 'Test connection' }).click()
      await toast(page, 'Connection successful', 'Simulated: imap.gmail.com answers on port 993.')
      await source.getByRole('status').getByText('Connection successful').waitFor()
    })
  })
})

describe('a checkout', () => {
  const prices = async (route: Route): Promise<void> => {
    const { plans } = (await (await route.fetch()).json()) as { plans: { id: string }[] }
    const price_ids = { monthly: 'price_monthly', annual: 'price_annual' }
    await route.fulfill({ json: { plans: plans.map((plan) => ({ ...plan, price_ids })) } })
  }

  it('is asked for with price, name and token, and opens in a tab of its own', async () => {
    const token = await tokenOf(newAddress())
    await visit(async ({ context, open }) => {
      await context.route('**/api/plans', prices)
      const asked: unknown[] = []
      await context.route('**/api/subscription/create-checkout', async (route) => {
        const { authorization } = await route.request().allHeaders()
        asked.push([route.request().postDataJSON(), authorization])
        await route.fulfill({ json: { url: `${site.service.url}/terms` } })
      })
      const page = await open('/pricing')
      await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor()
      await page.getByRole('radio', { name: 'Annual' }).check()
      const tab = context.waitForEvent('page')
      await page.getByRole('button', { name: 'Subscribe to Pro' }).click()
      await (await tab).waitForURL('**/terms')
      await toast(page, 'Redirecting to checkout', 'The checkout opens in a new tab.')
      expect(asked).toEqual([[{ priceId: 'price_annual', planName: 'Pro' }, `Bearer ${token}`]])
      expect(new URL(page.url()).pathname).toBe('/pricing')
    }, token)
  })

  it('that fails says why at its plan and in a toast', async () => {
    await visit(
      async ({ context, open }) => {
        await context.route('**/api/plans', prices)
        await context.route('**/api/subscription/create-checkout', async (route) =>
          route.fulfill({ status: 400, json: { error: 'This card is not taken.', code: 'billing_failed' } }),
        )
        const page = await open('/pricing')
        await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).waitFor()
        await page.getByRole('button', { name: 'Subscribe to Enterprise' }).click()
        const plan = page.getByRole('region', { name: 'Enterprise', exact: true })
        await plan.getByRole('alert').getByText('This card is not taken.').waitFor()
        await toast(page, 'Error', 'This card is not taken.')
      },
      await tokenOf(newAddress()),
    )
  })
})
