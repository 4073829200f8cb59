import type { Page } from '@playwright/test'

export const field = (page: Page) => page.getByRole('textbox', { name: 'Email addresses, one per line' })
export const verify = (page: Page) => page.getByRole('button', { name: 'Verify Emails' })
export const rows = (page: Page) => page.getByRole('listbox', { name: 'Verified addresses' }).getByRole('option')
export const toast = (page: Page, title: string) => page.locator('[data-toast]').filter({ hasText: title })

/** Generates addresses: user1, user2, … */
export const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `user${at + 1}@mail.example`)

/** Returns a result line as the service streams it; by default for a valid address. */
export const resultLine = (known: { readonly email: string } & Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({
    status: 'valid',
    confidence: 95,
    provider: null,
    smtp_server: 'mx.mail.example',
    smtp_response_code: 250,
    smtp_response_message: '2.1.5 Ok',
    verification_attempts: 1,
    reason: 'mailbox_exists',
    retry_after: null,
    role: false,
    simulated: false,
    ...known,
  })}\n`
