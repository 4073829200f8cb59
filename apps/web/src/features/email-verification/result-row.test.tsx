import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { mockVerification } from '../../testing/mock-api/email-answers.ts'
import { findToast } from '../../testing/notices.ts'
import { mockApi, visit } from '../../testing/visit.tsx'

const results = [
  ['valid', 81, 'Valid', '81 high'],
  ['invalid', 80, 'Invalid', '80 medium'],
  ['unconfirmed', 51, 'Unconfirmed', '51 medium'],
  ['suspicious', 50, 'Suspicious', '50 low'],
  ['catch-all', 49, 'Catch-all', '49 low'],
  ['unreachable', 0, 'Unreachable', '0 low'],
] as const

it('shows each result of a verification with its status and its confidence band', async () => {
  const lines = results
    .map(([status, confidence]) => mockVerification({ email: `${status}@mail.example`, status, confidence }))
    .map((result) => `${JSON.stringify(result)}\n`)
    .join('')
  mockApi().answer(
    'email.verify',
    () => new HttpResponse(lines, { headers: { 'content-type': 'application/x-ndjson' } }),
  )
  const user = await visit('/email-validation')
  await user.click(screen.getByRole('textbox', { name: 'Email addresses, one per line' }))
  await user.paste(results.map(([status]) => `${status}@mail.example`).join('\n'))
  await user.click(screen.getByRole('button', { name: 'Verify Emails' }))
  await findToast('Verification complete', 'Verified 6 email addresses.')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(results.length))
  const rows = screen.getAllByRole('option')
  expect(
    rows.map((row) => [
      row.querySelector('[data-status]')?.textContent,
      row.querySelector('[data-confidence]')?.textContent,
    ]),
  ).toEqual(results.map(([, , word, confidence]) => [word, confidence]))
})
