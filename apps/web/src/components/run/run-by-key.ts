import type { KeyboardEvent } from 'react'

/** Runs a tool from its field: with Enter, or with Ctrl Enter in a multi-line field. */
export const runByKey =
  (isMultiline: boolean, onRun: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (isMultiline && !(event.ctrlKey || event.metaKey)) return
    // The form can't be submitted while its button is disabled, but the user still needs to know why.
    event.preventDefault()
    onRun()
  }
