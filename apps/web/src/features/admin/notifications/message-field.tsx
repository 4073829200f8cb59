import { useId } from 'react'
import { useFieldNotes } from '../../../components/ui/text-field.tsx'
import * as fieldStyles from '../../../components/ui/field.module.css'

interface MessageFieldProps {
  readonly label: string
  readonly name: string
  readonly error: string | undefined
}

/** A multi-line text field with its label, and its error below it. */
export const MessageField = ({ label, name, error }: MessageFieldProps) => {
  const id = useId()
  const { notes, attributes } = useFieldNotes({ error })
  return (
    <div className={`${fieldStyles.field} ${fieldStyles.words}`}>
      <label htmlFor={id}>{label}</label>
      <textarea {...attributes} className={fieldStyles.input} id={id} name={name} rows={4} maxLength={5000} required />
      {notes}
    </div>
  )
}
