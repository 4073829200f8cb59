import { screen, waitFor } from '@testing-library/react'

/** Returns the parts of a notice, in one line. */
const inOneLine = (notice: Element): string =>
  Array.from(notice.querySelectorAll('b, p'), ({ textContent }) => textContent).join(' ')

/** Waits until a form shows an error, and returns title and message. */
export const formAlert = async (): Promise<string> =>
  waitFor(() => {
    const said = screen.queryAllByRole('alert').find(({ textContent }) => textContent !== '')
    if (said === undefined) throw new Error('No form says that anything went wrong.')
    return inOneLine(said)
  })

/** Waits for the toast that has this title and this message. */
export const findToast = async (title: string, message: string): Promise<Element> =>
  waitFor(() => {
    const toasts = Array.from(document.querySelectorAll('[data-toast]'))
    const found = toasts.find((toast) => inOneLine(toast) === `${title} ${message}`)
    if (found === undefined) throw new Error(`Toasts say: ${toasts.map(inOneLine).join('; ')}`)
    return found
  })

/** Returns the error message of a field; '' while the field is not marked as wrong. */
export const fieldError = (label: string): string => {
  const field = screen.getByLabelText(label)
  if (field.getAttribute('aria-invalid') !== 'true') return ''
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '').join(' ')
}
