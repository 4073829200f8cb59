import { verificationLabels } from '@netbox/product'
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useRowWindow } from './row-window.ts'

/** The height of a line in pixels: `leading-6` and `h-6` below. */
const LINE = 24
const ROWS = 8

const linesOf = (text: string): number => {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

interface AddressFieldProps {
  readonly text: string
  readonly onWrite: (text: string) => void
  readonly isWrong: boolean
  /** Whether a file is dragged over the form. */
  readonly isOver: boolean
  /** The id of the messages about the list. */
  readonly notes: string
}

const submitByKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/**
 * Controls the long text of a field without writing it back at each key press, which would take longer than the key press itself. Writes
 * only other changes to the field, such as an uploaded file, and keeps input from before hydration.
 */
const useLongText = (place: RefObject<HTMLTextAreaElement | null>, text: string, onWrite: (text: string) => void) => {
  const [initial] = useState(text)
  const shown = useRef(initial)
  useEffect(() => {
    const early = place.current?.value ?? ''
    if (initial === '' && early !== '') onWrite(early)
    // This effect is only for input from before hydration.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    if (place.current === null || shown.current === text) return
    place.current.value = text
    shown.current = text
  }, [place, text])
  const write = (typed: string): void => {
    shown.current = typed
    onWrite(typed)
  }
  return { initial, write }
}

/** The numbered list of addresses. Only the visible line numbers are rendered. */
export const AddressField = ({ text, onWrite, isWrong, isOver, notes }: AddressFieldProps) => {
  const place = useRef<HTMLTextAreaElement>(null)
  const { initial, write } = useLongText(place, text, onWrite)
  // The lines of a long list are counted after the input is painted.
  const seen = useDeferredValue(text)
  const count = useMemo(() => Math.max(ROWS, linesOf(seen)), [seen])
  const { first, end, top, onScroll } = useRowWindow(place, { count, rowHeight: LINE })
  // Prerendered markup must not have inline styles; at the top of the list, no offset is needed.
  const offset = first * LINE - top
  return (
    <>
      <label className="mb-1.5 block text-sm font-semibold" htmlFor="tool-input">
        {verificationLabels.addresses}
      </label>
      <div
        className={`grid grid-cols-[max-content_minmax(0,1fr)] rounded-md border bg-well font-mono leading-6 outline-signal typed-in ${isWrong ? 'border-crit' : 'border-control'} ${isOver ? 'outline-2 outline-offset-2 outline-dashed' : ''}`}
      >
        {/* As high as the text next to it, which determines the height of the row. */}
        <div
          className={`h-0 min-h-full min-w-10 overflow-hidden bg-tint py-2.5 text-right text-sm leading-6 text-ink-3 max-md:min-w-8 ${isWrong ? 'border-l-4 border-crit' : ''}`}
          aria-hidden="true"
        >
          <ol className="px-2" style={offset === 0 ? undefined : { transform: `translateY(${offset}px)` }}>
            {Array.from({ length: end - first }, (_, at) => (
              <li className="h-6" key={first + at}>
                {first + at + 1}
              </li>
            ))}
          </ol>
        </div>
        <textarea
          ref={place}
          id="tool-input"
          className="block min-h-24 min-w-0 resize-y border-0 bg-transparent px-3 py-2.5 font-mono text-ui leading-6 text-ink outline-0 max-md:text-sm max-md:leading-6"
          rows={ROWS}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={initial}
          aria-invalid={isWrong}
          aria-describedby={notes}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onKeyDown={submitByKey}
          onScroll={onScroll}
        />
      </div>
    </>
  )
}
