import type { Tool } from '@netbox/core'
import { useCallback, useEffect, useRef } from 'react'
import type { InputElement } from './ask-field.tsx'

// The last input, which the next tool reuses if it takes the same kind: a domain for the next DNS tool.
let carried = { type: '', text: '' }

/** Returns the input of a tool, which keeps its own text; the last tool's input is reused if it fits. */
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
