import { type FormEvent, useState } from 'react'
import { CONTROL, Field, fieldId, fieldParts, type TextFieldProps } from './field.tsx'

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
export const CodeField = ({ label, id, error, blamedBy, hint, onComplete, ...input }: CodeFieldProps) => {
  const [count, setCount] = useState(0)
  const field = fieldParts({ id: fieldId(label, { id, name: input.name }), error, blamedBy, hint })
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
    const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, DIGITS)
    currentTarget.value = grouped(digits)
    setCount(digits.length)
    if (digits.length === DIGITS && count < DIGITS) onComplete?.(currentTarget.form)
  }
  return (
    <Field label={label} field={field}>
      <input
        {...input}
        {...field.attributes}
        className={`h-[60px] px-4 font-mono text-xl leading-none font-medium [letter-spacing:0.6em] ${CONTROL}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        onInput={onInput}
      />
      {/* Each digit is 1.2 em wide: the digit, and as much space. So is the space between the groups. */}
      <span className="mt-1.5 grid grid-cols-[repeat(7,1.2em)] pl-4 text-xl" aria-hidden="true">
        {Array.from({ length: DIGITS }, (_, at) => (
          <i
            key={at}
            className={`w-[0.6em] border-0 border-t-3 ${at === HALF ? 'col-start-5' : ''} ${at < count ? 'border-signal' : 'border-control'}`}
          />
        ))}
      </span>
    </Field>
  )
}
