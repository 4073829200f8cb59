import type { KeyboardEvent } from 'react'

/** Runs a tool from its field: by Enter, in a field of several lines by Ctrl Enter. */
export const runByKey =
  (isMultiline: boolean, onRun: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (isMultiline && !(event.ctrlKey || event.metaKey)) return
    // The form is not sent while its button is disabled, and then too someone wants to know why.
    event.preventDefault()
    onRun()
  }
