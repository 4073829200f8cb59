// Uses the predecessor of the clipboard API, which also works on pages without TLS.
const copySelected = (text: string): boolean => {
  const field = document.createElement('textarea')
  const { activeElement } = document
  field.value = text
  field.readOnly = true
  field.className = 'vh'
  document.body.append(field)
  field.select()
  try {
    // `execCommand` is deprecated, so it is only the fallback.
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  }
}

/** Copies a text; returns whether this succeeded. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}
