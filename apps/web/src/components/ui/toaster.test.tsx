import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from '../../lib/toasts.ts'
import { passTime } from '../../testing/visit.tsx'
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

  it('goes after six seconds', async () => {
    await passTime(5900)
    expect(screen.getByText('Copied')).toBeDefined()
    await passTime(200)
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('has a button that closes it', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
    await user.click(screen.getByRole('button', { name: 'Close “Copied”' }))
    expect(screen.queryByText('Copied')).toBeNull()
  })

  it('waits while the tab is in the background', async () => {
    hideTab(true)
    await passTime(60_000)
    expect(screen.getByText('Copied')).toBeDefined()
    hideTab(false)
    await passTime(6100)
    expect(screen.queryByText('Copied')).toBeNull()
  })
})
