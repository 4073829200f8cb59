import { verificationLabels } from '@netbox/core'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { useRowWindow } from './use-row-window.ts'

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
  /** The id of what is said of the list. */
  readonly notes: string
}

const submitByKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** The list of addresses, its lines numbered. Only the numbers in view are drawn. */
export const AddressField = ({ text, onWrite, isWrong, notes }: AddressFieldProps) => {
  const place = useRef<HTMLTextAreaElement>(null)
  const count = useMemo(() => Math.max(ROWS, linesOf(text)), [text])
  const { first, end, top, onScroll } = useRowWindow(place, { count, rowHeight: LINE })
  // What is prerendered may have no style of its own: at the top there is none to have.
  const offset = first * LINE - top
  return (
    <>
      <label htmlFor="tool-input">{verificationLabels.addresses}</label>
      <div className={`vf-list ${isWrong ? 'refused' : ''}`}>
        <div className="vf-numbers" aria-hidden="true">
          <ol style={offset === 0 ? undefined : { transform: `translateY(${offset}px)` }}>
            {Array.from({ length: end - first }, (_, at) => (
              <li key={first + at}>{first + at + 1}</li>
            ))}
          </ol>
        </div>
        <textarea
          ref={place}
          id="tool-input"
          rows={ROWS}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={text}
          aria-invalid={isWrong}
          aria-describedby={notes}
          onChange={({ currentTarget }) => onWrite(currentTarget.value)}
          onKeyDown={submitByKey}
          onScroll={onScroll}
        />
      </div>
    </>
  )
}
