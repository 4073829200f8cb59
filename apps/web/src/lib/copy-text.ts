// The way before there was a clipboard to ask for: it works where the page has no TLS.
const copySelected = (text: string): boolean => {
  const field = document.createElement('textarea')
  const { activeElement } = document
  field.value = text
  field.readOnly = true
  field.className = 'vh'
  document.body.append(field)
  field.select()
  try {
    // Deprecated for want of a permission; the fallback is all that it is used for.
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  }
}

/** Copies a text; tells whether it worked. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}
