import { type FormEvent, useId, useState } from 'react'
import { type TextFieldProps, useFieldNotes } from './text-field.tsx'
import * as fieldStyles from './field.module.css'
import * as styles from './code-field.module.css'

const DIGITS = 6
const HALF = DIGITS / 2

/** Formats digits in two groups, as authenticator apps show them. */
const grouped = (digits: string): string =>
  digits.length > HALF ? `${digits.slice(0, HALF)} ${digits.slice(HALF)}` : digits

interface CodeFieldProps extends Omit<TextFieldProps, 'onInput'> {
  /** Called with the form after the last digit is typed. */
  readonly onComplete?: (form: HTMLFormElement | null) => void
}

/** The six digits of an authenticator app, in one field so that they can be pasted. The line below the field counts the typed digits. */
export const CodeField = ({ label, error, blamedBy, hint, onComplete, ...input }: CodeFieldProps) => {
  const id = useId()
  const [count, setCount] = useState(0)
  const { notes, attributes } = useFieldNotes({ error, blamedBy, hint })
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
    const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, DIGITS)
    currentTarget.value = grouped(digits)
    setCount(digits.length)
    if (digits.length === DIGITS && count < DIGITS) onComplete?.(currentTarget.form)
  }
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        {...attributes}
        className={`${fieldStyles.input} ${styles.codeField}`}
        id={id}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        onInput={onInput}
      />
      <span className={styles.codeCount} aria-hidden="true">
        {Array.from({ length: DIGITS }, (_, at) => (
          <i key={at} className={at < count ? styles.typed : undefined} />
        ))}
      </span>
      {notes}
    </div>
  )
}
