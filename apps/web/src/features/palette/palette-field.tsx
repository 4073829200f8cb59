import { type ClipboardEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { FinderField } from '../../components/ui/finder.tsx'
import { paletteTexts } from '../../texts/palette.ts'
import { labelOf, queryOf, readTyped, settle, type Typed } from './query.ts'

/** Keeps the text typed into the palette. */
export const useTyped = (initial: string) => {
  const [typed, set] = useState<Typed>(() => readTyped(initial))
  const { token, text } = typed
  const dissolve = (): void => {
    if (token !== undefined) set({ text: token.kind === 'headers' ? text : `${token.text} ${text}`.trim() })
  }
  return {
    token,
    text,
    query: queryOf(typed),
    dissolve,
    type: (next: string): void => set(token === undefined ? settle(next) : { token, text: next }),
    /** Turns a pasted input into a token, because a single-line field would lose the line breaks of headers. */
    onPaste: (event: ClipboardEvent<HTMLInputElement>): void => {
      const pasted = readTyped(event.clipboardData.getData('text/plain'))
      if (pasted.token === undefined || text !== '') return
      event.preventDefault()
      set(pasted)
    },
    /** Turns the token back into text for Backspace, and for Ctrl A, so that the next key replaces everything. */
    onTokenKey: (event: KeyboardEvent<HTMLInputElement>): void => {
      const { currentTarget: field, key } = event
      const isAll = key === 'a' && (event.ctrlKey || event.metaKey)
      const isBack = key === 'Backspace' && field.selectionEnd === 0
      if (token === undefined || !(isAll || isBack)) return
      event.preventDefault()
      flushSync(dissolve)
      if (isAll) field.select()
    },
  }
}

interface FieldProps {
  readonly typed: ReturnType<typeof useTyped>
  readonly field: RefObject<HTMLInputElement | null>
  readonly list: string
  readonly active: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The palette's input field. Shows a recognized input as a token in front of the typed words. */
export const PaletteField = ({ typed, field, list, active, onKeyDown }: FieldProps) => {
  const { token, text, dissolve, type, onPaste, onTokenKey } = typed
  const label = token === undefined ? undefined : labelOf(token)
  return (
    <FinderField
      ref={field}
      list={list}
      active={active}
      close={paletteTexts.close}
      aria-label={paletteTexts.title}
      aria-description={label === undefined ? undefined : paletteTexts.inputIs(label)}
      placeholder={label === undefined ? paletteTexts.placeholder : undefined}
      value={text}
      onChange={({ target }) => type(target.value)}
      onPaste={onPaste}
      onKeyDown={(event) => {
        onTokenKey(event)
        onKeyDown(event)
      }}
    >
      {label === undefined ? null : (
        <button
          type="button"
          className="max-w-[60%] min-w-0 truncate rounded-sm border-0 bg-signal-wash px-2 py-0.5 font-mono text-md text-ink"
          aria-label={paletteTexts.withoutInput(label)}
          onClick={dissolve}
        >
          {label}
        </button>
      )}
    </FinderField>
  )
}
