import { type ComponentProps, type ReactNode, useId } from 'react'
import { useInlineMessage } from '../../lib/inline-messages.ts'
import { Status } from './glyphs/status-glyph.tsx'
import * as styles from './field.module.css'

/** The parts of a field; other properties are passed to the input. */
export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  /** The error message about the input. */
  readonly error?: string | undefined
  /** The id of a message about the field elsewhere on the page. */
  readonly blamedBy?: string | undefined
  readonly hint?: ReactNode
}

/** Returns an input's attributes, and the error and the hint below the input. */
export const useFieldNotes = ({ error, blamedBy, hint }: Pick<TextFieldProps, 'error' | 'blamedBy' | 'hint'>) => {
  const [errorId, hintId] = [useId(), useId()]
  useInlineMessage(error)
  const described = [error === undefined ? undefined : errorId, blamedBy, hint === undefined ? undefined : hintId]
    .filter((id) => id !== undefined)
    .join(' ')
  const notes: ReactNode = (
    <>
      {error === undefined ? null : (
        <p className={styles.hint} id={errorId}>
          <Status severity="critical">{error}</Status>
        </p>
      )}
      {hint === undefined ? null : (
        <p className={styles.hint} id={hintId}>
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

/** A single-line text field with its label, and its error below it. */
export const TextField = ({ label, error, blamedBy, hint, ...input }: TextFieldProps) => {
  const id = useId()
  const { notes, attributes } = useFieldNotes({ error, blamedBy, hint })
  return (
    <div className={`${styles.field} ${styles.words}`}>
      <label htmlFor={id}>{label}</label>
      <input {...input} {...attributes} className={styles.input} id={id} />
      {notes}
    </div>
  )
}
