import type { ApiToken, BodyInput, ResponseOf, TokenScope, User } from '@netbox/contract'
import { DAY, type PlanId, planName } from '@netbox/core'
import { accessNotices, labels } from '@netbox/product'
import { useId, useState } from 'react'
import * as v from 'valibot'
import { Button, ButtonLink, SubmitButton, TextButton } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { Choice, FieldError, Input, SelectField, TextField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { CopyGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { Expiry, Row, Rows, Timestamp } from '../../components/ui/records.tsx'
import { copyAndSay } from '../../lib/page/toasts.ts'
import { accountNotice, useAction } from '../../lib/session/requests.ts'
import { useData } from '../../lib/session/data.tsx'
import { filled, useForm } from '../../lib/page/form.ts'
import { accountTexts, scopeTexts } from '../../texts/account.ts'
import { FirstCall } from './first-call.tsx'
import { Section, ShownOnce } from './section.tsx'

const { tokens: texts } = accountTexts

/** The permissions of a token, in the order of the contract. */
// The type guarantees that the keys of the texts are all scopes.
export const scopes = Object.keys(scopeTexts) as TokenScope[]

/** The time between checks for the first call with a new token, in milliseconds. */
const POLL = 2000

type TokenBody = BodyInput<'tokens.create'>

/** The form of a new token, as the body of the request. Its lifetime is in days; blank means unlimited. */
export const tokenForm = v.pipe(
  v.object({
    name: filled(texts.nameMissing),
    scopes: v.pipe(v.array(v.picklist(scopes)), v.minLength(1, texts.scopesMissing)),
    days: v.string(),
  }),
  v.transform(({ days, ...body }): TokenBody => {
    const end = days === '' ? null : new Date(Date.now() + Number(days) * DAY).toISOString()
    return { ...body, expires_at: end }
  }),
)

const Scopes = ({ error }: { readonly error: string | undefined }) => {
  const id = useId()
  return (
    <fieldset
      className="col-span-full grid grid-cols-2 gap-x-6 max-md:grid-cols-1"
      aria-describedby={error === undefined ? undefined : id}
    >
      <legend className="mb-1 p-0 text-sm font-semibold">{texts.scopes}</legend>
      {scopes.map((scope) => (
        <Choice key={scope} type="checkbox" name="scopes" value={scope} defaultChecked={scope === 'tools:run'}>
          <span>
            {scopeTexts[scope]} <code className="quiet">{scope}</code>
          </span>
        </Choice>
      ))}
      <FieldError className="col-span-full" id={id}>
        {error}
      </FieldError>
    </fieldset>
  )
}

interface TokenFormProps {
  readonly isBusy: boolean
  /** Creates the token; returns whether that succeeded. */
  readonly onCreate: (body: TokenBody) => Promise<boolean>
}

/** The form for a new token: name, permissions and lifetime. */
const TokenForm = ({ isBusy, onCreate }: TokenFormProps) => {
  const { errors, form } = useForm(tokenForm, async (body, element) => {
    if (await onCreate(body)) element.reset()
  })
  return (
    <form
      {...form}
      className="mb-5 grid grid-cols-[minmax(0,1fr)_minmax(0,220px)] gap-4 max-md:grid-cols-1"
      aria-busy={isBusy}
    >
      <TextField
        label={texts.name}
        id="token-name"
        name="name"
        maxLength={100}
        autoComplete="off"
        required
        error={errors.name}
        hint={texts.nameHint}
      />
      <SelectField label={texts.expiry} name="days" options={texts.expiries} defaultValue="90" />
      <Scopes error={errors.scopes} />
      <SubmitButton
        className="col-span-full justify-self-start max-md:justify-self-stretch"
        isBusy={isBusy}
        label={texts.create}
        busyLabel={texts.creating}
      />
    </form>
  )
}

interface NewTokenProps {
  readonly created: ResponseOf<'tokens.create'>
  /** Whether the service has received a request with the token. */
  readonly isUsed: boolean
  readonly onDone: () => void
}

/** Shows a new token, only once. */
const NewToken = ({ created: { token, api_token: made }, isUsed, onDone }: NewTokenProps) => (
  <ShownOnce title={texts.onceTitle} warning={texts.once}>
    <div className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-3 max-sm:grid-cols-1">
      <Input aria-label={texts.token} value={token} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <Button onClick={() => void copyAndSay(token, texts)}>
        <CopyGlyph />
        {labels.copy}
      </Button>
    </div>
    <FirstCall token={token} scopes={made.scopes} isUsed={isUsed} />
    <Button isSmall onClick={onDone}>
      {texts.done}
    </Button>
  </ShownOnce>
)

interface TokenListProps {
  readonly tokens: readonly ApiToken[]
  readonly isBusy: boolean
  readonly onRevoke: (token: ApiToken) => void
}

const TokenRow = ({ token, isBusy, onRevoke }: { readonly token: ApiToken } & Omit<TokenListProps, 'tokens'>) => (
  <Row
    action={
      <TextButton aria-disabled={isBusy} aria-label={texts.revokeWhich(token.name)} onClick={() => onRevoke(token)}>
        {texts.revoke}
      </TextButton>
    }
  >
    <p>
      <b>{token.name}</b> <code className="muted">{token.prefix}…</code>
    </p>
    <p className="sm muted">
      <code>{token.scopes.join(' ')}</code>
    </p>
    <p className="sm quiet">
      {texts.made} <Timestamp at={token.created_at} isDay />, <Expiry at={token.expires_at} isDay words={texts} />,{' '}
      {token.last_used_at === null ? (
        texts.unused
      ) : (
        <>
          {texts.used} <Timestamp at={token.last_used_at} />
        </>
      )}
    </p>
  </Row>
)

/** The existing tokens, without their secrets. */
const TokenList = ({ tokens, ...others }: TokenListProps) =>
  tokens.length === 0 ? (
    <p className="muted">{texts.none}</p>
  ) : (
    <Rows aria-label={texts.list}>
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} {...others} />
      ))}
    </Rows>
  )

/** Lists and revokes API tokens, and creates them if the plan includes them. */
const OwnTokens = ({ canCreate }: { readonly canCreate: boolean }) => {
  const [fresh, setFresh] = useState<ResponseOf<'tokens.create'>>()
  const [isUsed, setUsed] = useState(false)
  const tokens = useData('tokens.list', {}, { refreshInterval: fresh === undefined || isUsed ? 0 : POLL })
  const [asked, ask] = useState<ApiToken>()
  const value = tokens.value?.tokens
  const own = value?.find(({ id }) => id === fresh?.api_token.id)
  if (own !== undefined && own.last_used_at !== null && !isUsed) setUsed(true)
  const creation = useAction()
  const revocation = useAction()
  const create = async (body: TokenBody): Promise<boolean> => {
    const answer = await creation.perform(async (client) => client.call('tokens.create', { body }), {
      onSuccess: texts.created,
      onFailure: accountNotice(texts.failed),
    })
    if (answer === undefined) return false
    setUsed(false)
    setFresh(answer)
    tokens.change((all) => ({ tokens: [answer.api_token, ...all.tokens] }))
    return true
  }
  const revoke = async (token: ApiToken): Promise<void> => {
    const answer = await revocation.perform(
      async (client) => client.call('tokens.revoke', { params: { id: token.id } }),
      { onSuccess: texts.revoked, onFailure: accountNotice(texts.revokeFailed) },
    )
    // The confirmation for another token may be open by now.
    ask((now) => (now === token ? undefined : now))
    if (answer !== undefined) tokens.change((all) => ({ tokens: all.tokens.filter(({ id }) => id !== token.id) }))
  }
  return (
    <>
      <FormAlert className="mb-4" notice={creation.problem ?? revocation.problem} />
      {fresh !== undefined ? (
        <NewToken created={fresh} isUsed={isUsed} onDone={() => setFresh(undefined)} />
      ) : canCreate ? (
        <TokenForm isBusy={creation.isBusy} onCreate={create} />
      ) : null}
      <PartState of={tokens} failed={texts.loadFailed} lines={2} />
      {value === undefined || (value.length === 0 && !canCreate) ? null : (
        <TokenList tokens={value} isBusy={revocation.isBusy} onRevoke={ask} />
      )}
      {asked === undefined ? null : (
        <ConfirmDialog
          question={texts.ask(asked.name)}
          isBusy={revocation.isBusy}
          onConfirm={() => void revoke(asked)}
          onCancel={() => ask(undefined)}
        />
      )}
    </>
  )
}

const { link, href } = accessNotices.upgrade_required

/** Returns whether a plan includes the API, and so API tokens. */
export const hasApi = (plan: PlanId): boolean => plan === 'enterprise'

/** API tokens, for plans that include them. Users of other plans see the reason, and can revoke their remaining tokens. */
export const TokensPart = ({ user: { plan } }: { readonly user: User }) => (
  <Section title={texts.title} lead={texts.lead}>
    {hasApi(plan) ? null : (
      <div className="grid justify-items-start gap-1.5">
        <p>
          <Status severity="info" isSentence>
            {texts.refusal.title}
          </Status>
        </p>
        <p className="sm muted">{texts.refusal.message(planName(plan))}</p>
        <ButtonLink className="mt-2" isSmall variant="paid" href={href}>
          {link}
        </ButtonLink>
      </div>
    )}
    <OwnTokens canCreate={hasApi(plan)} />
  </Section>
)
