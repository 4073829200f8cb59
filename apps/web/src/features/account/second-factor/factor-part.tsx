import type { Factor, FactorEnrolment, User } from '@netbox/contract'
import { useState } from 'react'
import { Status } from '../../../components/ui/glyphs/status-glyph.tsx'
import { PartState } from '../../../components/ui/part-state.tsx'
import { useData } from '../../../lib/use-data.ts'
import { accountTexts } from '../../../texts/account.ts'
import { PasswordDialog } from '../password-dialog.tsx'
import { Section } from '../section.tsx'
import { ConfirmFactor } from './confirm-factor.tsx'
import { FactorList } from './factor-list.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { StartFactor } from './start-factor.tsx'
import * as styles from './factor-part.module.css'

const { factor: texts } = accountTexts

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
  const finish = (codes: readonly string[]): void => {
    setDoing(codes.length === 0 ? undefined : { kind: 'keeping', codes })
    reload()
  }
  const stop = (): void => setDoing(undefined)
  const isOff = value?.factors.length === 0
  return (
    <Section title={texts.title} lead={texts.lead}>
      <PartState of={loaded} failed={texts.loadFailed} lines={2} />
      {isOff && doing === undefined ? (
        <p className={styles.accFactorOff}>
          <Status severity="info">{texts.off}</Status>
        </p>
      ) : null}
      {doing?.kind === 'keeping' ? <RecoveryCodes codes={doing.codes} onDone={stop} /> : null}
      {value === undefined || isOff ? null : (
        <FactorList
          {...value}
          onRemove={(factor) => setDoing({ kind: 'removing', factor })}
          onRenew={() => setDoing({ kind: 'renewing' })}
        />
      )}
      {doing?.kind === 'enrolling' ? (
        <ConfirmFactor enrolment={doing.enrolment} email={user.email} onConfirmed={finish} onCancel={stop} />
      ) : value === undefined || doing?.kind === 'keeping' ? null : (
        <StartFactor
          isFirst={value.factors.length === 0}
          onStarted={(enrolment) => setDoing({ kind: 'enrolling', enrolment })}
        />
      )}
      {doing?.kind === 'removing' ? (
        <RemoveFactor
          factor={doing.factor}
          isLast={value?.factors.length === 1}
          onRemoved={() => {
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
          work={(client, password) => client.call('account.recoveryCodes', { body: { password } })}
          onDone={({ recovery_codes: codes }) => finish(codes)}
          onCancel={stop}
        />
      ) : null}
    </Section>
  )
}
