import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isEdited, restoreTyped, writeField } from '../../lib/page/typed-text.ts'

/** The element of a tool's input field. */
export type InputElement = HTMLInputElement | HTMLTextAreaElement

/** The text of an uncontrolled field. */
export interface TypedText {
  readonly field: RefObject<InputElement | null>
  readonly initial: string
  readonly text: string
  /** Writes text that the user chose. */
  readonly write: (text: string) => void
  /** Reads the text after the user edited it. */
  readonly read: () => void
  /** Returns a function that fills in text later, unless the user edits the field before. On a new page, edits since its arrival count. */
  readonly fillLater: (isNew: boolean) => (text: string) => void
}

/** Reads and writes an uncontrolled field, so that input from before hydration, or while code loads, is not lost. A reload keeps it. */
export const useTypedText = (start = ''): TypedText => {
  const [initial] = useState(start)
  const [text, setText] = useState(start)
  const field = useRef<InputElement>(null)
  const edits = useRef(0)
  useLayoutEffect(() => {
    if (field.current === null) return
    restoreTyped(field.current)
    if (isEdited(field.current)) edits.current += 1
    setText(field.current.value)
  }, [])
  const put = (next: string, isOwn: boolean): void => {
    if (field.current !== null) writeField(field.current, next, isOwn)
    setText(next)
  }
  return {
    field,
    initial,
    text,
    write: (next) => {
      edits.current += 1
      put(next, true)
    },
    read: () => {
      edits.current += 1
      setText(field.current?.value ?? '')
    },
    fillLater: (isNew) => {
      const before = isNew ? 0 : edits.current
      return (next) => {
        if (edits.current === before) put(next, false)
      }
    },
  }
}
