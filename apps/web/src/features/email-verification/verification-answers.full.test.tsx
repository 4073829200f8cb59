import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answerInLines } from '../../testing/answer-in-lines.ts'
import { findToast } from '../../testing/find-toast.ts'
import { mockVerification as known } from '../../testing/mock-api/email-answers.ts'
import { arriveAt, mockApi, visit } from '../../testing/visit.tsx'
import {
  addresses,
  askedLists,
  findField,
  findResults,
  listText,
  verifyList,
  SCREEN,
  good,
  ask,
  verdict,
  failure,
  row,
} from '../../testing/verification-screen.ts'

describe('the answers of a verification', () => {
  it('show the server’s reply for the first address that bounces', async () => {
    const { answer } = await ask(['ana@mail.example', 'j.doe@old.example'])
    answer.give(
      good('ana@mail.example'),
      known({
        email: 'j.doe@old.example',
        status: 'invalid',
        reason: 'no_mailbox',
        smtp_server: 'mx.old.example',
        smtp_response_code: 550,
        smtp_response_message: '5.1.1 User unknown',
      }),
    )
    await verdict('One is good, one bounces')
    const said = within(screen.getByRole('complementary', { name: 'What the server said' }))
    said.getByText('mx.old.example:25')
    said.getByText('RCPT TO:<j.doe@old.example>')
    said.getByText('550 5.1.1 User unknown')
  })

  it('continue while you look at another tool, and are there when you return', async () => {
    const { answer, user } = await ask(addresses(2))
    answer.give(good('user1@mail.example'))
    await verdict('One is good')
    await user.click(within(screen.getByRole('tabpanel')).getByRole('link', { name: 'SMTP Test' }))
    await arriveAt('/smtp-test')
    answer.give(good('user2@mail.example'))
    answer.finish()
    await findToast('Verification complete')
    history.back()
    await verdict('All two are good')
    expect(await listText()).toBe(addresses(2).join('\n'))
  })

  it('look neutral for an unknown status', async () => {
    const { answer } = await ask(['ana@mail.example'])
    answer.give({ ...good('ana@mail.example'), status: 'queued', confidence: 80 })
    const status = await within(await findResults()).findByText('queued')
    expect(status.className).not.toMatch(/text-(?:crit|warn|info|pass)/)
    expect(status.querySelector('svg')?.outerHTML).not.toMatch(/text-(?:crit|warn|info|pass)/)
    await row(/queued.*80.*medium/)
  })

  it('show which addresses are of a role, and which lines are not addresses', async () => {
    const { answer, user } = await ask(['info@shop.example', 'no address'])
    answer.give(
      known({ email: 'info@shop.example', role: true }),
      known({ email: 'no address', status: 'invalid', confidence: 99, reason: 'bad_syntax', smtp_server: null }),
    )
    await row(/no address.*Not an email address.*Invalid.*99.*high/)
    await user.click(await row(/^info@shop\.example\s*Role/))
    const said = within(screen.getByRole('complementary', { name: 'What the server said' }))
    said.getByText('info@shop.example')
    said.getByText('Role')
  })

  it('report once that our own port 25 looks blocked, and not once a server was reached', async () => {
    const silent = (email: string) =>
      known({
        email,
        status: 'unreachable',
        confidence: 10,
        smtp_server: `mx.${email.split('@')[1] ?? ''}`,
        smtp_response_code: null,
        smtp_response_message: null,
        reason: 'no_connect',
      })
    const { answer } = await ask(['ana@one.example', 'ana@two.example', 'ana@three.example', 'ana@four.example'])
    const said = () => screen.queryByText('Our port 25 seems to be blocked')
    answer.give(silent('ana@one.example'), silent('ana@two.example'))
    await screen.findByText('2 of 4 known')
    expect(said()).toBeNull()
    answer.give(silent('ana@three.example'))
    await screen.findByText('No mail server could be reached.', { exact: false })
    expect(said()?.closest('[role=status]')).not.toBeNull()
    answer.give(good('ana@four.example'))
    await screen.findByText('4 of 4 known')
    expect(said()).toBeNull()
  })

  it('link the history for signed-in users only', async () => {
    const member = mockApi().addUser()
    const user = await visit(SCREEN, { as: member })
    await verifyList(user, ['ana@mail.example'])
    await screen.findByText('Complete')
    await user.click(screen.getByRole('link', { name: 'Kept in your history' }))
    await arriveAt('/dashboard/verifications')
    expect(member.verifications.map(({ email }) => email)).toEqual(['ana@mail.example'])
  })

  it('do not claim to be stored for visitors', async () => {
    const user = await visit(SCREEN)
    await verifyList(user, ['ana@mail.example'])
    await screen.findByText('Complete')
    expect(screen.queryByRole('link', { name: 'Kept in your history' })).toBeNull()
  })

  it('can be requested and read by keyboard only', async () => {
    const answer = answerInLines('email.verify')
    const user = await visit(SCREEN)
    const tabTo = async (place: HTMLElement): Promise<void> => {
      for (let step = 0; step < 60 && document.activeElement !== place; step += 1) await user.tab()
      expect(document.activeElement).toBe(place)
    }
    await tabTo(await findField())
    await user.keyboard('ana@mail.example{Enter}j.doe@old.example{Control>}{Enter}{/Control}')
    await answer.call(1)
    answer.give(good('ana@mail.example'), known({ email: 'j.doe@old.example', status: 'invalid' }))
    answer.finish()
    await screen.findByText('Complete')
    const results = await findResults()
    await tabTo(results)
    const said = within(screen.getByRole('complementary', { name: 'What the server said' }))
    said.getByText('RCPT TO:<j.doe@old.example>')
    await user.keyboard('{ArrowUp}')
    said.getByText('RCPT TO:<ana@mail.example>')
    const active = document.getElementById(results.getAttribute('aria-activedescendant') ?? '')
    expect(active?.getAttribute('aria-selected')).toBe('true')
    expect(active?.textContent).toContain('ana@mail.example')
  })
})

describe('a verification that ends early', () => {
  it('keeps the results when the connection breaks, and Retry verifies the others', async () => {
    const { answer, user } = await ask(addresses(2))
    answer.give(good('user1@mail.example'))
    await verdict('One is good')
    answer.breakOff()
    const sheet = within(await failure())
    sheet.getByText('Network error occurred. Please check your connection and try again.')
    screen.getByText('Interrupted')
    expect((await findToast('Verification failed')).textContent).toContain('Network error occurred.')
    await user.click(sheet.getByRole('button', { name: 'Retry' }))
    await answer.call(2)
    expect(askedLists()[1]).toEqual(['user2@mail.example'])
    answer.give(good('user2@mail.example'))
    answer.finish()
    await verdict('All two are good')
    expect(screen.queryByRole('region', { name: 'Verification failed' })).toBeNull()
  })

  it('reports the error for any response, keeps the list and offers Retry', async () => {
    const failures = [
      ['monthly_limit_reached', 'Your plan has 100,000 verifications a month, of which none is left.'],
      ['rate_limited', 'Too many requests. Please wait a moment and try again.'],
      ['read_only', 'You are viewing as another user, so you can’t verify addresses.'],
      ['limit_exceeded', 'Free users can verify up to 10 emails at once.'],
      ['no_emails', 'Please enter at least one email address.'],
      ['validation_failed', /^Some lines are longer/],
      ['payload_too_large', 'This list is too large for one run. Verify it in parts.'],
      ['service_off', 'Email verification is switched off at the moment.'],
      ['verifier_unavailable', /^Email verification is not set up on this server\. Your list stays here\./],
      ['busy', 'Service unavailable. The backend server may be down.'],
    ] as const
    const user = await visit(SCREEN)
    for (const [code, words] of failures) {
      mockApi().refuse('email.verify', code, code === 'monthly_limit_reached' ? { error: words } : {})
      await verifyList(user, ['ana@mail.example'])
      const run = within(await screen.findByRole('region', { name: 'Run' }))
      await run.findByText(words)
      run.getByText('Retry', { selector: 'button' })
      expect(await listText()).toBe('ana@mail.example')
    }
    mockApi().restore('email.verify')
    await user.click(within(screen.getByRole('region', { name: 'Run' })).getByText('Retry', { selector: 'button' }))
    await screen.findByText('1 of 1 known')
  })
})
