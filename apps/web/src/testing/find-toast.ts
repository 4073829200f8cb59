import { waitFor } from '@testing-library/react'

/** Waits for the toast that has these words, and returns it. */
export const findToast = async (words: string): Promise<Element> =>
  waitFor(() => {
    const toasts = Array.from(document.querySelectorAll('[data-toast]'))
    const found = toasts.findLast(({ textContent }) => textContent.includes(words))
    if (found === undefined) {
      const said = toasts.map(({ textContent }) => textContent).join(' | ')
      throw new Error(`No toast says '${words}', but: ${said}`)
    }
    return found
  })
