import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useInlineMessage } from '../../lib/page/toasts.ts'
import type { FieldErrors } from '../../lib/page/form.ts'
import { isEdited } from '../../lib/page/typed-text.ts'
import { fieldTexts } from '../../texts/fields.ts'
import { TextButton } from './button.tsx'
import { Status } from './glyphs/status-glyph.tsx'

/** The classes of every control, without its size and its font. */
export const CONTROL =
  'block w-full rounded-md border border-control bg-well text-ink typed-in aria-invalid:border-crit aria-invalid:[box-shadow:inset_4px_0_var(--color-crit)]'

const lineOf = (isMono: boolean): string => `h-control px-3 text-base ${isMono ? 'font-mono' : 'font-sans'} ${CONTROL}`

const LABEL = 'mb-1.5 block text-sm font-semibold'
const HINT = 'mt-1.5 text-sm text-ink-3 [&>[data-status]]:font-medium'

interface Notes {
  /** The id of the control; by default its name, or else its label. */
  readonly id?: string | undefined
  /** The error message about the input. */
  readonly error?: string | undefined
  /** The id of a message about the field elsewhere on the page. */
  readonly blamedBy?: string | undefined
  readonly hint?: ReactNode
}

/** The parts of a field; other properties are passed to the input. */
export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'>, Notes {
  readonly label: string
  /** Whether the input is text of machines. */
  readonly isMono?: boolean
  /** A link or a hint at the end of the label's line. */
  readonly aside?: ReactNode
}

interface FieldErrorProps {
  readonly id: string
  /** Utilities for the place of the error. */
  readonly className?: string
  readonly children: string | undefined
}

/** Shows an error about an input, or about a group of inputs. */
export const FieldError = ({ id, className = '', children }: FieldErrorProps) => {
  useInlineMessage(children)
  return children === undefined ? null : (
    <p className={`${HINT} ${className}`} id={id}>
      <Status severity="critical" isSentence>
        {children}
      </Status>
    </p>
  )
}

/** Returns the id of a field, which scripts and password managers can rely on: it is the same in every version of the page. */
export const fieldId = (
  label: string,
  { id, name }: { readonly id?: string | undefined; readonly name?: string | undefined },
) => id ?? name ?? label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Returns the attributes of an input, and the error and the hint below it. */
export const fieldParts = ({ id = '', error, blamedBy, hint }: Notes) => {
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`]
  const described = [error === undefined ? undefined : errorId, blamedBy, hint === undefined ? undefined : hintId]
    .filter((part) => part !== undefined)
    .join(' ')
  const notes: ReactNode = (
    <>
      <FieldError id={errorId}>{error}</FieldError>
      {hint === undefined ? null : (
        <p className={HINT} id={hintId}>
          {hint}
        </p>
      )}
    </>
  )
  const isWrong = error !== undefined || blamedBy !== undefined
  const attributes = {
    id,
    ...(isWrong ? { 'aria-invalid': true } : {}),
    ...(described === '' ? {} : { 'aria-describedby': described }),
  }
  return { notes, attributes }
}

interface FieldProps {
  readonly label: string
  readonly field: ReturnType<typeof fieldParts>
  readonly aside?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A label above its control, and the notes of `fieldParts` below. */
export const Field = ({ label, field: { notes, attributes }, aside, className = '', children }: FieldProps) => (
  <div className={className}>
    {aside === undefined ? (
      <label className={LABEL} htmlFor={attributes.id}>
        {label}
      </label>
    ) : (
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <label className={LABEL} htmlFor={attributes.id}>
          {label}
        </label>
        {aside}
      </div>
    )}
    {children}
    {notes}
  </div>
)

/** An input without a visible label, for text of machines. It needs an `aria-label`. */
export const Input = (input: ComponentProps<'input'> & { readonly 'aria-label': string }) => (
  <input spellCheck={false} {...input} className={lineOf(true)} />
)

/** Tells React about the text that the user typed into a controlled field before hydration; the next render would replace it. */
const announceTyped = (field: HTMLInputElement, known: string): void => {
  const { value } = field
  if (value === known || !isEdited(field)) return
  // React ignores an event after which the value is the one that it knows. It does not notice a write by the browser's own setter.
  field.value = known
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A single-line text field with its label, and its error below it. */
export const TextField = ({ label, isMono = false, aside, id, error, blamedBy, hint, ...input }: TextFieldProps) => {
  const own = useRef<HTMLInputElement>(null)
  const first = useRef(input.value)
  useLayoutEffect(() => {
    if (own.current !== null && first.current !== undefined) announceTyped(own.current, String(first.current))
  }, [])
  const field = fieldParts({ id: fieldId(label, { id, name: input.name }), error, blamedBy, hint })
  return (
    <Field label={label} field={field} aside={aside}>
      <input ref={own} {...input} {...field.attributes} className={lineOf(isMono)} />
    </Field>
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, Notes {
  readonly label: string
  readonly isMono?: boolean
  /** A link or a hint at the end of the label's line. */
  readonly aside?: ReactNode
  /** Buttons below the text. */
  readonly children?: ReactNode
}

/** A field for several lines of text. */
export const TextArea = ({
  label,
  isMono = false,
  aside,
  id,
  error,
  blamedBy,
  hint,
  children,
  ...area
}: TextAreaProps) => {
  const field = fieldParts({ id: fieldId(label, { id, name: area.name }), error, blamedBy, hint })
  return (
    <Field label={label} field={field} aside={aside}>
      <textarea
        {...area}
        {...field.attributes}
        className={`resize-y px-3 py-2.5 text-base leading-ui ${isMono ? 'font-mono' : 'font-sans'} ${CONTROL}`}
      />
      {children}
    </Field>
  )
}

interface SearchFieldProps extends Omit<TextFieldProps, 'type' | 'autoComplete' | 'onChange'> {
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** A field that searches while the user types. */
export const SearchField = ({ onSearch, ...field }: SearchFieldProps) => (
  <TextField
    {...field}
    type="search"
    autoComplete="off"
    onChange={({ currentTarget }) => onSearch(currentTarget.value)}
  />
)

/** The choices of a field, each with its value and its label. */
type Options = readonly (readonly [value: string, name: string])[]

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly options: Options
  /** More choices, below the name of their group. */
  readonly groups?: readonly (readonly [name: string, options: Options])[]
  readonly isMono?: boolean
}

interface SelectFieldProps extends Omit<SelectProps, 'id'>, Notes {
  readonly label: string
}

const optionsOf = (options: Options) =>
  options.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))

/** A control to choose one of a few values, without a visible label. It needs an `aria-label`. */
export const Select = ({ options, groups, isMono = false, ...select }: SelectProps) => (
  <div className="select-arrow">
    <select {...select} className={`appearance-none pr-9 text-ellipsis ${lineOf(isMono)}`}>
      {optionsOf(options)}
      {groups?.map(([name, list]) =>
        list.length === 0 ? null : (
          <optgroup key={name} label={name}>
            {optionsOf(list)}
          </optgroup>
        ),
      )}
    </select>
  </div>
)

/** A field to choose one of a few values, with its label. */
export const SelectField = ({ label, id, error, blamedBy, hint, ...select }: SelectFieldProps) => {
  const field = fieldParts({ id: fieldId(label, { id, name: select.name }), error, blamedBy, hint })
  return (
    <Field label={label} field={field}>
      <Select {...select} {...field.attributes} />
    </Field>
  )
}

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** A link at the end of the label's line; it follows the password in tab order. */
  readonly link?: ReactNode
}

/** A password field with its label, and a button that reveals the password. */
export const PasswordField = ({ label, id, error, blamedBy, hint, link, ...input }: PasswordFieldProps) => {
  const [isShown, show] = useState(false)
  const field = fieldParts({ id: fieldId(label, { id, name: input.name }), error, blamedBy, hint })
  return (
    <Field
      label={label}
      field={field}
      className="grid grid-cols-[1fr_auto] gap-x-3 [&>*]:col-span-full [&>a]:[grid-area:1/2] [&>a]:text-sm [&>label]:[grid-area:1/1]"
    >
      <div className="relative">
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          {...field.attributes}
          className={`pr-16 ${lineOf(false)}`}
          type={isShown ? 'text' : 'password'}
        />
        <TextButton
          className="absolute top-1 right-1 h-9 rounded-md px-2 text-sm font-medium"
          aria-controls={field.attributes.id}
          aria-label={isShown ? fieldTexts.hides(label) : fieldTexts.shows(label)}
          onClick={() => show(!isShown)}
        >
          {isShown ? fieldTexts.hide : fieldTexts.show}
        </TextButton>
      </div>
      {link}
    </Field>
  )
}

interface NewPasswordFieldsProps {
  readonly labels: { readonly password: string; readonly confirmation: string }
  readonly errors: FieldErrors<'password' | 'confirmation'>
  /** The id of a message about the password elsewhere on the page. */
  readonly blamedBy: string | undefined
}

/** A new password and its confirmation. */
export const NewPasswordFields = ({ labels, errors, blamedBy }: NewPasswordFieldsProps) => {
  const common = { autoComplete: 'new-password', required: true } as const
  const notes = { blamedBy, hint: fieldTexts.passwordRule }
  return (
    <>
      <PasswordField {...common} {...notes} label={labels.password} name="password" error={errors.password} />
      <PasswordField {...common} label={labels.confirmation} name="confirmation" error={errors.confirmation} />
    </>
  )
}

/** A checkbox or a radio button with its label. */
export const Choice = ({ children, ...input }: ComponentProps<'input'> & { readonly type: 'checkbox' | 'radio' }) => (
  <label className="flex min-h-9 items-center gap-2.5 text-ui wrap-anywhere">
    <input {...input} className="m-0 size-4.5 flex-none accent-signal" />
    {children}
  </label>
)

interface SegmentsProps<Value extends string> {
  /** The choices, each with its value and its name. */
  readonly options: readonly (readonly [value: Value, name: string])[]
  readonly value: string
  readonly onChoose: (value: Value) => void
}

const SEGMENT = '-ml-px boxed-choice holds-focus flex min-h-8 shrink-0 items-center px-2.5'

/** Radio buttons as one bar, which scrolls if it is too wide. It needs a `fieldset` with a legend around it. */
export const Segments = <Value extends string>({ options, value, onChoose }: SegmentsProps<Value>) => {
  const group = useId()
  return (
    <div className="relative -m-1 flex min-w-0 overflow-x-auto p-1">
      {options.map(([one, name]) => (
        <label key={one} className={SEGMENT}>
          <input className="vh" type="radio" name={group} checked={one === value} onChange={() => onChoose(one)} />
          {name}
        </label>
      ))}
    </div>
  )
}
