import { type RefObject, useEffect } from 'react'
import { isTyping } from '../../lib/palette.ts'
import type { InputElement } from './ask-field.tsx'

/** Handles '/' to focus the input, and Escape to end a run. */
export const useShortcuts = (input: RefObject<InputElement | null>, onEscape: (() => void) | undefined): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) onEscape?.()
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input, onEscape])
}
