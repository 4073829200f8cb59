import { type ComponentProps, type ReactNode, useId } from 'react'
import { Status } from './glyphs/status-glyph.tsx'

/** The parts of a field; other properties are passed to the input. */
export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  /** The error. */
  readonly error?: string | undefined
  /** The id of the message elsewhere about the field. */
  readonly blamedBy?: string | undefined
  readonly hint?: string | undefined
}

/** Returns an input's error attributes, and the errors shown below it. */
export const useFieldNotes = ({ error, blamedBy, hint }: Pick<TextFieldProps, 'error' | 'blamedBy' | 'hint'>) => {
  const [errorId, hintId] = [useId(), useId()]
  const described = [error === undefined ? undefined : errorId, blamedBy, hint === undefined ? undefined : hintId]
    .filter((id) => id !== undefined)
    .join(' ')
  const notes: ReactNode = (
    <>
      {error === undefined ? null : (
        <p className="hint" id={errorId}>
          <Status severity="critical">{error}</Status>
        </p>
      )}
      {hint === undefined ? null : (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </>
  )
  const isWrong = error !== undefined || blamedBy !== undefined
  return {
    notes,
    attributes: {
      ...(isWrong ? { 'aria-invalid': true } : {}),
      ...(described === '' ? {} : { 'aria-describedby': described }),
    },
  }
}

/** A line of text with its label, and its error below it. */
export const TextField = ({ label, error, blamedBy, hint, ...input }: TextFieldProps) => {
  const id = useId()
  const { notes, attributes } = useFieldNotes({ error, blamedBy, hint })
  return (
    <div className="field words">
      <label htmlFor={id}>{label}</label>
      <input {...input} {...attributes} className="input" id={id} />
      {notes}
    </div>
  )
}
