import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { findToast } from '../../testing/notices.ts'
import { passTime, visit } from '../../testing/visit.tsx'

it('shows its progress, its success, or advice', async () => {
  // Every random number is the highest possible.
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) =>
    array instanceof Uint32Array ? array.fill(2 ** 32 - 1) : array,
  )
  const user = await visit('/email-migration')
  const source = within(screen.getByRole('group', { name: 'Source mailbox' }))
  await user.type(source.getByLabelText('IMAP host'), 'imap.old.example')
  await user.type(source.getByLabelText('Email address'), 'ana@old.example')
  await user.type(source.getByLabelText('Password'), 'battery staple')
  for (const [port, words] of [
    ['993', 'Unable to connect using standard ports (993, 143). Please check credentials or try a custom port.'],
    ['1993', 'Connection test failed. Please verify your settings.'],
  ] as const) {
    await user.clear(source.getByLabelText('Port'))
    await user.type(source.getByLabelText('Port'), port)
    await user.click(source.getByRole('button', { name: 'Test connection' }))
    source.getByRole('button', { name: 'Testing the connection...' })
    await passTime(1500)
    await findToast('Connection failed', words)
    expect(source.getByRole('status').textContent).toContain(words)
  }
  // The mail server of a known provider always answers.
  await user.selectOptions(source.getByLabelText('Provider'), 'Gmail (imap.gmail.com)')
  await user.click(source.getByRole('button', { name: 'Test connection' }))
  await passTime(1500)
  await findToast('Connection successful', 'Simulated: imap.gmail.com answers on port 993.')
  expect(source.getByRole('status').textContent).toContain('Connection successful')
})
