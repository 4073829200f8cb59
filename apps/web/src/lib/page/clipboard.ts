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

/** Saves data as a file for the visitor. */
export const saveBlob = (name: string, data: Blob): void => {
  const url = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves a text as a file for the visitor. */
export const saveFile = (name: string, text: string, type = 'text/plain'): void =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))
