import { type FormEvent, useState } from 'react'

/** The errors of a form's fields, by name; empty if the form may be submitted. */
export type FieldErrors<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The texts of a form by the names of its fields. */
export type Values<Name extends string> = Readonly<Record<Name, string>>

const readValues = <Name extends string>(form: HTMLFormElement, names: readonly Name[]): Values<Name> => {
  const data = new FormData(form)
  const entries = names.map((name): [Name, string] => {
    const value = data.get(name)
    return [name, typeof value === 'string' ? value : '']
  })
  // The cast is safe, because there is one entry for each name.
  return Object.fromEntries(entries) as Record<Name, string>
}

const focusField = (form: HTMLFormElement, name: string): void => {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/**
 * Reads and checks a form when it is submitted. The fields are uncontrolled, so that input from before hydration or from a password manager
 * is not lost. Moves the focus to the first invalid field.
 */
export const useForm = <Name extends string>(
  names: readonly Name[],
  check: (values: Values<Name>) => FieldErrors<Name>,
  submit: (values: Values<Name>) => void,
) => {
  // There are no errors before the first submit.
  const [errors, setErrors] = useState({} as FieldErrors<Name>)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const values = readValues(form, names)
    const found = check(values)
    setErrors(found)
    const first = names.find((name) => found[name] !== undefined)
    if (first === undefined) submit(values)
    else focusField(form, first)
  }
  // With the method 'dialog', a form that is submitted before hydration does nothing, so a password never appears in the address.
  return { errors, form: { method: 'dialog', noValidate: true, onSubmit } as const }
}
