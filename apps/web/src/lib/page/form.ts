import { MIN_PASSWORD_LENGTH, registrationMessages } from '@netbox/product'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'

/** The errors of a form's fields, by name; empty if the form may be submitted. */
export type FieldErrors<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The schema of a form: its fields by name. */
type FormSchema = v.GenericSchema & { readonly entries: v.ObjectEntries }

type ErrorsOf<Schema extends FormSchema> = FieldErrors<keyof Schema['entries'] & string>

/** Checks the values of a form: returns them as the schema transforms them, or the first error of each field. */
export const checkForm = <Schema extends FormSchema>(schema: Schema, values: unknown) => {
  const { success, output, issues = [] } = v.safeParse(schema, values)
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[String(path?.[0]?.key)] ??= message
  // The first key of each path is the name of a field.
  return { output: success ? output : undefined, errors: errors as ErrorsOf<Schema> }
}

const valuesOf = (form: HTMLFormElement, { entries }: FormSchema): Record<string, unknown> => {
  const data = new FormData(form)
  const valueOf = (name: string) => (entries[name]?.type === 'array' ? data.getAll(name) : (data.get(name) ?? ''))
  return Object.fromEntries(Object.keys(entries).map((name) => [name, valueOf(name)]))
}

/**
 * Checks a form by a schema when it is submitted. The fields are uncontrolled, so that input from before hydration or from a password
 * manager is not lost. Moves the focus to the first invalid field.
 */
export const useForm = <Schema extends FormSchema>(
  schema: Schema,
  submit: (values: v.InferOutput<Schema>, form: HTMLFormElement) => void | Promise<void>,
  onInvalid?: (errors: ErrorsOf<Schema>) => void,
) => {
  // There are no errors before the first submit.
  const [errors, setErrors] = useState({} as ErrorsOf<Schema>)
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = event.currentTarget
    const checked = checkForm(schema, valuesOf(form, schema))
    setErrors(checked.errors)
    if (checked.output !== undefined) return void submit(checked.output, form)
    onInvalid?.(checked.errors)
    const first = Object.keys(schema.entries).find((name) => Object.hasOwn(checked.errors, name))
    const field = form.elements.namedItem(first ?? '')
    if (field instanceof HTMLElement) field.focus()
  }
  // With the method 'dialog', a form that is submitted before hydration does nothing, so a password never appears in the address.
  return { errors, form: { method: 'dialog', noValidate: true, onSubmit } as const }
}

/** Returns the schema of a text that may not be blank; it is trimmed. */
export const filled = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message))

/** Returns the schema of a secret, which may not be empty and stays as typed. */
export const secret = (message: string) => v.pipe(v.string(), v.nonEmpty(message))

/** The fields of a new password; the form's pipe ends in `confirmed()`. A service may require a longer password; its error then says so. */
export const newPassword = {
  password: v.pipe(
    v.string(),
    v.minLength(MIN_PASSWORD_LENGTH, registrationMessages.passwordTooShort(MIN_PASSWORD_LENGTH)),
  ),
  confirmation: v.string(),
}

/** Requires the same password twice. Source: spec §5. A password that is too short has its own error. */
export const confirmed = <Values extends { readonly password: string; readonly confirmation: string }>() =>
  v.rawCheck<Values>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { password, confirmation } = dataset.value
    if (password.length < MIN_PASSWORD_LENGTH || password === confirmation) return
    addIssue({
      message: registrationMessages.passwordsDiffer,
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'confirmation', value: confirmation }],
    })
  })
