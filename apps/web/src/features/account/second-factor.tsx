import type { Factor, FactorEnrolment, ResponseOf, User } from '@netbox/contract'
import { useEffect, useRef, useState } from 'react'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { TextButton } from '../../components/ui/button.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { Row, Rows, Timestamp } from '../../components/ui/records.tsx'
import { useData } from '../../lib/session/data.tsx'
import { accountTexts } from '../../texts/account.ts'
import { ConfirmFactor, RecoveryCodes, StartFactor } from './add-factor.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { Section } from './section.tsx'

const { factor: texts } = accountTexts

interface FactorListProps extends ResponseOf<'account.factors'> {
  readonly onRemove: (factor: Factor) => void
  readonly onRenew: () => void
}

const FactorRow = ({ factor, onRemove }: { readonly factor: Factor; readonly onRemove: (factor: Factor) => void }) => (
  <Row
    action={
      <TextButton aria-label={texts.removeWhich(factor.name)} onClick={() => onRemove(factor)}>
        {texts.remove}
      </TextButton>
    }
  >
    <p>
      <b>{factor.name}</b>
    </p>
    <p className="sm quiet">
      {texts.made} <Timestamp at={factor.created_at} isDay />
      {factor.last_used_at === null ? null : (
        <>
          , {texts.used} <Timestamp at={factor.last_used_at} />
        </>
      )}
    </p>
  </Row>
)

/** The second factor while it is on: the apps, and the number of remaining recovery codes. */
const FactorList = ({ factors, recovery_codes: codes, onRemove, onRenew }: FactorListProps) => (
  <>
    <p className="mb-3.5">
      <Status severity="pass">
        {texts.on} <Timestamp at={factors[0]?.created_at ?? ''} isDay />
      </Status>
    </p>
    <Rows aria-label={texts.list}>
      {factors.map((factor) => (
        <FactorRow key={factor.id} factor={factor} onRemove={onRemove} />
      ))}
    </Rows>
    <div className="mt-3 mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div>
        <p>
          <b>{texts.recovery}</b>
        </p>
        <p className="sm quiet">
          {texts.left(codes.left)}
          {codes.last_used_at === null ? null : (
            <>
              {' '}
              {texts.lastCode} <Timestamp at={codes.last_used_at} isDay />.
            </>
          )}
        </p>
      </div>
      <TextButton onClick={onRenew}>{texts.renew}</TextButton>
    </div>
  </>
)

/** The current step of the second factor. */
type Doing =
  | { readonly kind: 'enrolling'; readonly enrolment: FactorEnrolment }
  | { readonly kind: 'keeping'; readonly codes: readonly string[] }
  | { readonly kind: 'removing'; readonly factor: Factor }
  | { readonly kind: 'renewing' }

interface FactorPartProps {
  readonly user: User
  /** Called after a change, which signs out other devices. */
  readonly onChanged: () => void
}

/** Adds and removes authenticator apps, and shows new recovery codes. */
export const FactorPart = ({ user, onChanged }: FactorPartProps) => {
  const loaded = useData('account.factors', {})
  const [doing, setDoing] = useState<Doing>()
  const { value } = loaded
  const reload = (): void => {
    loaded.reload()
    onChanged()
  }
  // The page after a sign-in with a recovery code.
  const [isReplacing, setReplacing] = useState(() => new URLSearchParams(location.search).has('replace-app'))
  const lost = isReplacing ? value?.factors[0] : undefined
  const finish = (codes: readonly string[]): void => {
    if (codes.length > 0) setDoing({ kind: 'keeping', codes })
    else setDoing(lost === undefined ? undefined : { kind: 'removing', factor: lost })
    setReplacing(false)
    reload()
  }
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (lost !== undefined) heading.current?.scrollIntoView()
  }, [lost])
  const stop = (): void => setDoing(undefined)
  const leave = (): void => {
    heading.current?.focus()
    stop()
  }
  const isOff = value?.factors.length === 0
  return (
    <Section title={texts.title} lead={texts.lead} headingRef={heading}>
      <PartState of={loaded} failed={texts.loadFailed} lines={2} />
      <FormAlert className="mb-4" severity="info" notice={lost === undefined ? undefined : texts.recovered} />
      {isOff && doing === undefined ? (
        <p className="mb-3.5">
          <Status severity="info">{texts.off}</Status>
        </p>
      ) : null}
      {doing?.kind === 'keeping' ? <RecoveryCodes codes={doing.codes} onDone={leave} /> : null}
      {value === undefined || isOff ? null : (
        <FactorList
          {...value}
          onRemove={(factor) => setDoing({ kind: 'removing', factor })}
          onRenew={() => setDoing({ kind: 'renewing' })}
        />
      )}
      {doing?.kind === 'enrolling' ? (
        <ConfirmFactor enrolment={doing.enrolment} email={user.email} onConfirmed={finish} onCancel={leave} />
      ) : value === undefined || doing?.kind === 'keeping' ? null : (
        <StartFactor
          isFirst={value.factors.length === 0}
          isReplacing={lost !== undefined}
          onStarted={(enrolment) => setDoing({ kind: 'enrolling', enrolment })}
        />
      )}
      {doing?.kind === 'removing' ? (
        <PasswordDialog
          question={texts.ask(doing.factor.name, value?.factors.length === 1)}
          texts={{ ...texts, failed: texts.removeFailed, wrong: texts.wrongPassword }}
          codeLabel={texts.anyCode}
          work={(client, body) => client.call('account.removeFactor', { params: { id: doing.factor.id }, body })}
          success={texts.removed}
          onDone={() => {
            reload()
            // The user may have begun another step.
            setDoing((now) => (now === doing ? undefined : now))
          }}
          onCancel={stop}
        />
      ) : null}
      {doing?.kind === 'renewing' ? (
        <PasswordDialog
          question={texts.askRenew}
          texts={{ ...texts, failed: texts.renewFailed, wrong: texts.wrongPassword }}
          work={(client, { password }) => client.call('account.recoveryCodes', { body: { password } })}
          onDone={({ recovery_codes: codes }) => finish(codes)}
          onCancel={stop}
        />
      ) : null}
    </Section>
  )
}
