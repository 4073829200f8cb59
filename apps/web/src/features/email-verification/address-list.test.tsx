import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerInLines } from '../../testing/answer-in-lines.ts'
import { findToast } from '../../testing/find-toast.ts'
import { mockApi, visit } from '../../testing/visit.tsx'
import {
  addresses,
  askedLists,
  findField,
  listText,
  verifyButton,
  verifyList,
  writeList,
} from '../../testing/verification-screen.ts'

const SCREEN = '/email-validation'

const visitOnPro = async () => visit(SCREEN, { as: mockApi().addUser({ plan: 'pro' }) })

/** Drops a file on the form. */
const drop = async (name: string, type: string, text: string): Promise<void> => {
  const dataTransfer = { files: [new File([text], name, { type })], types: ['Files'] }
  const field = await findField()
  fireEvent.dragOver(field, { dataTransfer })
  fireEvent.drop(field, { dataTransfer })
}

describe('the list of addresses', () => {
  it('shows how many of ten addresses a visitor may still add', async () => {
    const user = await visit(SCREEN)
    await screen.findByRole('heading', { name: 'Enhanced Email Verification' })
    screen.getByText('10 of 10')
    await writeList(user, addresses(8))
    await screen.findByText('2 of 10')
    await writeList(user, addresses(11))
    await screen.findByText('0 of 10')
  })

  it('shows how many addresses a paid plan may still verify this month', async () => {
    const member = mockApi().addUser({ plan: 'pro' })
    member.stats = { ...member.stats, emails_verified: 8 }
    const user = await visit(SCREEN, { as: member })
    await screen.findByText('99,992 of 100,000')
    member.stats = { ...member.stats, emails_verified: 9 }
    await verifyList(user, ['ana@mail.example'])
    await screen.findByText('99,991 of 100,000')
    expect((await findToast('Verification complete')).textContent).toContain('Verified 1 email addresses.')
  })

  it('is refused without a request if it is empty', async () => {
    const user = await visit(SCREEN)
    await verifyList(user, [' ', '', ' '])
    expect((await findToast('No emails to verify')).textContent).toContain('Please enter at least one email address.')
    expect((await findField()).getAttribute('aria-invalid')).toBe('true')
    expect(askedLists()).toEqual([])
  })

  it('is refused without a request if a visitor has more than ten, at the field and on sending', async () => {
    const user = await visit(SCREEN)
    await writeList(user, addresses(11))
    const refusal = 'Free users can verify up to 10 emails at once.'
    await screen.findByText(refusal)
    expect((await findField()).getAttribute('aria-invalid')).toBe('true')
    expect((await findField()).getAttribute('aria-describedby')).toBe(
      screen.getByText(refusal).closest('[id]')?.getAttribute('id'),
    )
    await user.click(verifyButton())
    expect((await findToast('Limit exceeded')).textContent).toContain(refusal)
    expect(askedLists()).toEqual([])
  })

  it('is sent without blank lines and duplicates, with a streamed response', async () => {
    const answer = answerInLines('email.verify')
    const user = await visit(SCREEN)
    await verifyList(user, [' ana@mail.example ', '', 'ana@MAIL.example', 'info@mail.example'])
    await answer.call(1)
    expect(askedLists()).toEqual([['ana@mail.example', 'info@mail.example']])
    expect(mockApi().calls('email.verify')[0]?.request.headers.get('accept')).toBe('application/x-ndjson')
    await screen.findByText('1 repeated address was left out.')
  })

  it('is sent as it is at that moment, at any length', async () => {
    const answer = answerInLines('email.verify')
    const user = await visitOnPro()
    await screen.findByText('∞')
    const list = addresses(9999)
    await drop('list.txt', 'text/plain', list.join('\n'))
    await screen.findByText('list.txt: 9999 addresses added.')
    await user.click(await findField())
    await user.keyboard('{Control>}{End}{/Control}')
    // The count of a long list appears a moment after the list itself.
    await user.paste('\nlate@mail.example')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await answer.call(1)
    expect(askedLists()).toEqual([[...list, 'late@mail.example']])
  })

  it('is sent once while it is being verified, however often the button is pressed', async () => {
    const answer = answerInLines('email.verify')
    const user = await visit(SCREEN)
    await verifyList(user, addresses(2))
    await answer.call(1)
    await user.click(await screen.findByRole('button', { name: 'Verifying 1 of 2' }))
    await user.click(verifyButton())
    expect(askedLists()).toHaveLength(1)
  })
})

describe('a file with addresses', () => {
  it('is refused to a visitor, with the plans that accept one', async () => {
    await visit(SCREEN)
    await screen.findByText('Pro and Enterprise include upload of TXT and CSV files of any length.', { exact: false })
    expect(screen.getByRole('link', { name: 'Upgrade now' }).getAttribute('href')).toBe('/pricing')
    await drop('list.txt', 'text/plain', 'ana@mail.example')
    expect((await findToast('Upgrade required')).textContent).toContain(
      'Uploading a list requires a Pro or Enterprise plan.',
    )
    expect(await listText()).toBe('')
  })

  it('is refused if it is neither text nor CSV', async () => {
    await visitOnPro()
    await screen.findByText('∞')
    await drop('photo.png', 'image/png', 'x')
    expect((await findToast('Invalid file type')).textContent).toContain('Please upload a TXT or CSV file.')
    expect(await listText()).toBe('')
  })

  it('adds its addresses to the list, whether it is dropped or chosen, CSV or text', async () => {
    const answer = answerInLines('email.verify')
    const user = await visitOnPro()
    await screen.findByText('∞')
    const csv = ['Name,Email', 'Ana,ana@mail.example', ...addresses(11).map((email) => `x,${email}`)].join('\r\n')
    await drop('list.csv', 'text/csv', csv)
    await screen.findByText('list.csv: 12 addresses added.')
    const text = new File(['late@mail.example\nlate@mail.example\n'], 'more.txt', { type: 'text/plain' })
    await user.upload(screen.getByLabelText('Upload a list'), text)
    await screen.findByText('more.txt: 1 address added. 1 repeated address was left out.')
    const list = ['ana@mail.example', ...addresses(11), 'late@mail.example']
    expect(await listText()).toBe(list.join('\n'))
    await user.click(verifyButton())
    await answer.call(1)
    expect(askedLists()).toEqual([list])
  })
})
