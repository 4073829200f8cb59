import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { passTime } from './visit.tsx'

// In milliseconds; longer than a run of the slowest tool.
const LONGEST_RUN = 10_000

/** Passes the security check of the home page. */
export const verify = async (user: UserEvent): Promise<void> => {
  await user.click(await screen.findByRole('checkbox', { name: "I'm not a robot" }))
  await screen.findByText('Verified in this browser')
}

/** Returns the field for a tool's input; its label is the input's type. */
export const inputField = (type = 'Domain Name'): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(type)

/** Waits until a run has begun. */
export const runBegins = async (): Promise<unknown> => screen.findByText(/ started for /)

/** Advances the time of a started run, and waits for its report. */
export const runEnds = async (): Promise<void> => {
  await passTime(LONGEST_RUN)
  await screen.findByRole('button', { name: 'Download' })
}

/** Waits until a run has begun, and then for its report. */
export const finishRun = async (): Promise<void> => {
  await runBegins()
  await runEnds()
}

/** Runs the tool that is shown. */
export const analyze = async (user: UserEvent): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Analyze' }))
  await finishRun()
}

/** Returns the text of the report, as the Text tab shows it. */
export const reportText = async (user: UserEvent): Promise<string> => {
  await user.click(screen.getByRole('tab', { name: 'Text' }))
  const { value } = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Analysis output for / })
  await user.click(screen.getByRole('tab', { name: 'Report' }))
  return value
}

/** Waits for a toast with these words. */
export const findToast = async (text: string): Promise<HTMLElement> => {
  const words = await screen.findByText(text, { selector: '[data-toast] *' })
  const toast = words.closest<HTMLElement>('[data-toast]')
  if (toast === null) throw new Error('These words are in no toast.')
  return toast
}

/** Returns a browser's counters of today's runs, by tool and user. */
export const keptUsage = (runs: Readonly<Record<string, Readonly<Record<string, number>>>>) => ({
  netbox_usage: JSON.stringify({ day: new Date().toISOString().slice(0, 10), runs }),
})
