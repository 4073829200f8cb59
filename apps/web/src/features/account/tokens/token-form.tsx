import type { TokenScope } from '@netbox/contract'
import { useId, useRef } from 'react'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { TextField } from '../../../components/ui/text-field.tsx'
import { useForm } from '../../../lib/use-form.ts'
import { accountTexts, scopeTexts } from '../../../texts/account.ts'
import { checkToken, scopes, type TokenDraft } from './token-draft.ts'
import * as fieldStyles from '../../../components/ui/field.module.css'
import * as accountStyles from '../account.module.css'

const { tokens: texts } = accountTexts

const Scopes = ({ error }: { readonly error: string | undefined }) => {
  const id = useId()
  return (
    <fieldset className={accountStyles.accScopes} aria-describedby={error === undefined ? undefined : id}>
      <legend>{texts.scopes}</legend>
      {scopes.map((scope) => (
        <label key={scope}>
          <input type="checkbox" name="scopes" value={scope} defaultChecked={scope === 'tools:run'} />
          <span>
            {scopeTexts[scope]} <code className="quiet">{scope}</code>
          </span>
        </label>
      ))}
      {error === undefined ? null : (
        <p className={`${fieldStyles.hint} ${accountStyles.hint}`} id={id}>
          <Status severity="critical">{error}</Status>
        </p>
      )}
    </fieldset>
  )
}

const chosenIn = (form: HTMLFormElement | null): TokenScope[] => {
  const chosen = form === null ? [] : new FormData(form).getAll('scopes')
  return scopes.filter((scope) => chosen.includes(scope))
}

interface TokenFormProps {
  readonly isBusy: boolean
  /** Creates the token; returns whether that succeeded. */
  readonly onCreate: (draft: TokenDraft) => Promise<boolean>
}

/** The form for a new token: name, permissions and lifetime. */
export const TokenForm = ({ isBusy, onCreate }: TokenFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const draftOf = ({ name, days }: { readonly name: string; readonly days: string }): TokenDraft => ({
    name,
    days,
    scopes: chosenIn(form.current),
  })
  const create = async (draft: TokenDraft): Promise<void> => {
    if (await onCreate(draft)) form.current?.reset()
  }
  const { errors, form: formProps } = useForm(
    ['name', 'scopes', 'days'],
    (values) => checkToken(draftOf(values)),
    (values) => void create(draftOf(values)),
  )
  return (
    <form
      {...formProps}
      ref={form}
      className={`${accountStyles.accForm} ${accountStyles.accTokenForm}`}
      aria-busy={isBusy}
    >
      <TextField
        label={texts.name}
        name="name"
        maxLength={100}
        autoComplete="off"
        required
        error={errors.name}
        hint={texts.nameHint}
      />
      <SelectField label={texts.expiry} name="days" options={texts.expiries} defaultValue="90" />
      <Scopes error={errors.scopes} />
      <SubmitButton isBusy={isBusy} label={texts.create} busyLabel={texts.creating} />
    </form>
  )
}
