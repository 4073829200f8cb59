import {
  IMAP_PORT,
  type FieldProblem,
  type MailboxField,
  type MailboxForm,
  type MailboxSide,
  type PresetId,
  presetLabel,
  presets,
  withPreset,
} from '@netbox/product'
import type { InputHTMLAttributes } from 'react'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { ConnectionTest } from './connection-test.tsx'
import * as fieldStyles from '../../components/ui/field.module.css'
import * as styles from './migration-stage.module.css'

interface MailboxFieldsProps {
  readonly side: MailboxSide
  readonly mailbox: MailboxForm
  /** The errors of the fields that the user has left. */
  readonly problems: readonly FieldProblem[]
  readonly onWrite: (mailbox: MailboxForm) => void
  readonly onLeave: (field: MailboxField) => void
}

const isPreset = (text: string): text is PresetId => presets.some(({ id }) => id === text)

const attributes: Readonly<Record<MailboxField, InputHTMLAttributes<HTMLInputElement>>> = {
  host: { autoCapitalize: 'none', spellCheck: false, autoComplete: 'off', inputMode: 'url' },
  port: { inputMode: 'numeric', autoComplete: 'off', placeholder: String(IMAP_PORT) },
  email: { type: 'email', autoCapitalize: 'none', spellCheck: false, autoComplete: 'off' },
  // This is the mailbox's password, so browsers must not fill in the user's password for this site.
  password: { autoComplete: 'new-password' },
}

// Doesn't use the shared field: its code would exceed the size limit of this tool's page.
const Provider = ({ side, mailbox, onWrite }: Pick<MailboxFieldsProps, 'side' | 'mailbox' | 'onWrite'>) => (
  <div className={`${fieldStyles.field} ${fieldStyles.words}`}>
    <label htmlFor={`${side}-provider`}>{migrationTexts.provider}</label>
    <div className={fieldStyles.choice}>
      <select
        id={`${side}-provider`}
        className={fieldStyles.input}
        value={mailbox.provider}
        onChange={({ currentTarget: { value } }) => {
          if (isPreset(value)) onWrite(withPreset(mailbox, value))
        }}
      >
        {presets.map((preset) => (
          <option key={preset.id} value={preset.id}>
            {presetLabel(preset)}
          </option>
        ))}
      </select>
    </div>
  </div>
)

/** One of the two mailboxes: provider, host, port, address and password, with a connection test. */
export const MailboxFields = ({ side, mailbox, problems, onWrite, onLeave }: MailboxFieldsProps) => {
  const propsOf = (field: MailboxField) => ({
    ...attributes[field],
    label: migrationTexts[field],
    name: `${side}-${field}`,
    value: mailbox[field],
    required: field !== 'port',
    error: problems.find((problem) => problem.field === field)?.message,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onWrite({ ...mailbox, [field]: currentTarget.value }),
    onBlur: () => onLeave(field),
  })
  return (
    <fieldset className={styles.mbSide} data-side={side}>
      <legend>{migrationTexts.sides[side]}</legend>
      <Provider side={side} mailbox={mailbox} onWrite={onWrite} />
      <div className={styles.mbEndpoint}>
        <TextField {...propsOf('host')} />
        <TextField {...propsOf('port')} />
      </div>
      <TextField {...propsOf('email')} />
      <PasswordField {...propsOf('password')} />
      <ConnectionTest mailbox={mailbox} side={side} />
    </fieldset>
  )
}
