import { type ReactNode, useId, useState } from 'react'
import { fieldTexts } from '../../texts/fields.ts'
import { type TextFieldProps, useFieldNotes } from './text-field.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** A link, seen at the end of the label's line; the keyboard reaches it after the password. */
  readonly link?: ReactNode
}

/** A password with its label, and a button that shows it. */
export const PasswordField = ({ label, error, blamedBy, hint, link, ...input }: PasswordFieldProps) => {
  const id = useId()
  const [isShown, show] = useState(false)
  const { notes, attributes } = useFieldNotes({ error, blamedBy, hint })
  return (
    <div className="field words linked">
      <label htmlFor={id}>{label}</label>
      <div className="secret">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          {...attributes}
          className="input"
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
