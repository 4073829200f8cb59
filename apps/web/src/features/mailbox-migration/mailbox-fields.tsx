import {
  canTestConnection,
  CONNECTION_TEST_DELAY,
  connectionFailed,
  connectionSuccessful,
  connectionTestErrors,
  connectionTestLabels,
  type ConnectionTestResult,
  type FieldProblem,
  IMAP_PORT,
  type MailboxField,
  type MailboxForm,
  type MailboxSide,
  type PresetId,
  presetLabel,
  presets,
  testConnection,
  withPreset,
} from '@netbox/product'
import { type InputHTMLAttributes, useEffect, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { PasswordField, SelectField, TextField } from '../../components/ui/field.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { toast } from '../../lib/page/toasts.ts'
import { migrationTexts } from '../../texts/mailbox-migration.ts'

/** The state of a connection test; undefined before the test. */
type TestState = { readonly status: 'testing' } | ConnectionTestResult | undefined

interface Tested {
  readonly mailbox: MailboxForm
  readonly state: TestState
}

const drawFraction = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

const tell = ({ status, host, port, error }: ConnectionTestResult): void =>
  status === 'success'
    ? toast('pass', connectionSuccessful(host, port))
    : toast('critical', connectionFailed(error ?? connectionTestErrors.failed))

/** Simulates connection tests of a mailbox. A result is valid until the mailbox is changed. */
const useConnectionTest = (mailbox: MailboxForm) => {
  const [tested, setTested] = useState<Tested>()
  const state = tested?.mailbox === mailbox ? tested.state : undefined
  const isTesting = state?.status === 'testing'
  useEffect(() => {
    if (!isTesting) return undefined
    const timer = setTimeout(() => {
      const result = testConnection(mailbox, { fraction: drawFraction() })
      setTested({ mailbox, state: result })
      tell(result)
    }, CONNECTION_TEST_DELAY)
    return () => clearTimeout(timer)
  }, [isTesting, mailbox])
  return { state, test: (): void => setTested({ mailbox, state: { status: 'testing' } }) }
}

const Outcome = ({ state }: { readonly state: TestState }) => {
  if (state === undefined || state.status === 'testing') return null
  const isGood = state.status === 'success'
  return (
    <>
      <Status severity={isGood ? 'pass' : 'critical'} isSentence>
        {connectionTestLabels[state.status]}
      </Status>
      {isGood ? null : <span>{state.error ?? connectionTestErrors.failed}</span>}
    </>
  )
}

/** Offers a connection test once the fields are filled in, and marks it as simulated. */
const ConnectionTest = ({ mailbox, side }: { readonly mailbox: MailboxForm; readonly side: string }) => {
  const { state, test } = useConnectionTest(mailbox)
  const isTesting = state?.status === 'testing'
  if (!canTestConnection(mailbox)) return null
  return (
    <div className="border-t border-rule pt-3">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <Button isSmall aria-disabled={isTesting} onClick={test} aria-describedby={`${side}-sim`}>
          {isTesting ? `${connectionTestLabels.testing}...` : migrationTexts.test}
        </Button>
        <span className="sm muted" id={`${side}-sim`}>
          {migrationTexts.simulated}
        </span>
      </div>
      <p role="status" className="sm muted mt-2 grid min-h-6 gap-0.5">
        <Outcome state={state} />
      </p>
    </div>
  )
}

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

const sideClasses: Readonly<Record<MailboxSide, string>> = {
  source: 'pr-9 max-md:pr-0 max-md:pb-6',
  destination: 'border-l border-rule pl-9 max-md:border-t max-md:border-l-0 max-md:pt-6 max-md:pl-0',
}

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
    <fieldset className={`grid min-w-0 content-start gap-4 [&_input]:font-mono ${sideClasses[side]}`}>
      <legend className="float-left mb-0.5 w-full p-0 font-display text-lg leading-head font-medium">
        {migrationTexts.sides[side]}
      </legend>
      <SelectField
        label={migrationTexts.provider}
        name={`${side}-provider`}
        value={mailbox.provider}
        options={presets.map((preset) => [preset.id, presetLabel(preset)] as const)}
        onChange={({ currentTarget: { value } }) => {
          if (isPreset(value)) onWrite(withPreset(mailbox, value))
        }}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_96px] gap-3">
        <TextField {...propsOf('host')} />
        <TextField {...propsOf('port')} />
      </div>
      <TextField {...propsOf('email')} />
      <PasswordField {...propsOf('password')} />
      <ConnectionTest mailbox={mailbox} side={side} />
    </fieldset>
  )
}
