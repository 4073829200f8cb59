import { type ReactNode, useId, useState } from 'react'
import type { FieldErrors } from '../../lib/use-form.ts'
import { fieldTexts } from '../../texts/fields.ts'
import { type TextFieldProps, useFieldNotes } from './text-field.tsx'
import * as styles from './field.module.css'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** A link at the end of the label's line; it follows the password in tab order. */
  readonly link?: ReactNode
}

/** A password field with its label, and a button that reveals the password. */
export const PasswordField = ({ label, error, blamedBy, hint, link, ...input }: PasswordFieldProps) => {
  const id = useId()
  const [isShown, show] = useState(false)
  const { notes, attributes } = useFieldNotes({ error, blamedBy, hint })
  return (
    <div className={`${styles.field} ${styles.words} ${styles.linked}`}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.secret}>
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          {...attributes}
          className={styles.input}
          id={id}
          type={isShown ? 'text' : 'password'}
        />
        <button
          type="button"
          aria-controls={id}
          aria-label={isShown ? fieldTexts.hides(label) : fieldTexts.shows(label)}
          onClick={() => show(!isShown)}
        >
          {isShown ? fieldTexts.hide : fieldTexts.show}
        </button>
      </div>
      {link}
      {notes}
    </div>
  )
}

interface NewPasswordFieldsProps {
  readonly labels: { readonly password: string; readonly confirmation: string }
  readonly errors: FieldErrors<'password' | 'confirmation'>
  /** The id of a message about the password elsewhere on the page. */
  readonly blamedBy: string | undefined
  /** The rules for a password. */
  readonly hint: string
}

/** A new password and its confirmation. */
export const NewPasswordFields = ({ labels, errors, blamedBy, hint }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label={labels.password}
      name="password"
      autoComplete="new-password"
      required
      error={errors.password}
      blamedBy={blamedBy}
      hint={hint}
    />
    <PasswordField
      label={labels.confirmation}
      name="confirmation"
      autoComplete="new-password"
      required
      error={errors.confirmation}
    />
  </>
)
