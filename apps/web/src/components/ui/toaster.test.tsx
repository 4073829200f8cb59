import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from '../../lib/page/toasts.ts'
import { passTime } from '../../testing/visit.tsx'
import { FormAlert } from './form-alert.tsx'
import { Toaster } from './toaster.tsx'

const COPIED = { title: 'Copied', message: 'Result copied to clipboard.' }

const hideTab = (isHidden: boolean): void =>
  act(() => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  })

describe('a toast', () => {
  beforeEach(async () => {
    render(<Toaster />)
    await passTime(50)
    act(() => toast('pass', COPIED))
  })

  it('closes after six seconds, and after three if it reports a success', async () => {
    act(() => toast('critical', { title: 'Failed', message: 'It did not work.' }))
    await passTime(2900)
    expect(screen.getByText('Copied')).toBeDefined()
    await passTime(200)
    expect(screen.queryByText('Copied')).toBeNull()
    await passTime(2700)
    expect(screen.getByText('Failed')).toBeDefined()
    await passTime(400)
    expect(screen.queryByText('Failed')).toBeNull()
  })

  it('has a button that closes it', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
    await user.click(screen.getByRole('button', { name: 'Close “Copied”' }))
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('is read out, but not a second time if the page shows its message too; it closes with that message', () => {
    const isReadOut = (text: string): boolean => screen.getByText(text).closest('[role=status]') !== null
    expect(isReadOut('Result copied to clipboard.')).toBe(true)
    const notice = { title: 'Not sent', message: 'The service is away.' }
    const { rerender } = render(<FormAlert notice={notice} />)
    act(() => toast('critical', notice))
    const [ofToast, ofPage] = screen.getAllByText('The service is away.')
    expect(ofPage?.closest('[role=alert]')).not.toBeNull()
    expect(ofToast?.closest('[data-toast]')).not.toBeNull()
    expect(ofToast?.closest('[role=status]')).toBeNull()
    rerender(<FormAlert notice={undefined} />)
    expect(screen.queryByText('The service is away.')).toBeNull()
    expect(isReadOut('Result copied to clipboard.')).toBe(true)
  })

  it('does not expire while the tab is in the background', async () => {
    hideTab(true)
    await passTime(60_000)
    expect(screen.getByText('Copied')).toBeDefined()
    hideTab(false)
    await passTime(6100)
    expect(screen.queryByText('Copied')).toBeNull()
  })
})
