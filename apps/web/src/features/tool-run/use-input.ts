import type { Tool } from '@netbox/core'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { isTyping } from '../../lib/palette.ts'
import type { InputElement } from './ask-field.tsx'

// The last input, which the next tool reuses if it takes the same kind: a domain for the next DNS tool.
let carried = { type: '', text: '' }

/** Returns the uncontrolled input field of a tool. An empty field gets the last tool's input if it is of the same kind. */
export const useInput = (tool: Tool) => {
  const input = useRef<InputElement>(null)
  useEffect(() => {
    const field = input.current
    if (field === null) return undefined
    if (field.value === '' && carried.type === tool.input.type) field.value = carried.text
    return () => {
      carried = { type: tool.input.type, text: field.value }
    }
  }, [tool])
  const setText = useCallback((text: string) => {
    if (input.current !== null) input.current.value = text
  }, [])
  return { input, setText }
}

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
