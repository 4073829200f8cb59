import type { Tool } from '@netbox/core'
import {
  checkVerification,
  FREE_VERIFICATION_LIMIT,
  type Notice,
  parseEmailList,
  remainingAllowance,
  verificationLabels,
  type Verifier,
} from '@netbox/product'
import { type FormEvent, useMemo, useDeferredValue } from 'react'
import { Link } from 'wouter'
import { Chips } from '../../components/ui/chips.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { ServiceOff } from '../../components/ui/service-off.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { useInlineMessage } from '../../lib/inline-messages.ts'
import { useSession } from '../../lib/session-state.ts'
import { badgesBesideCaptcha } from '../../lib/tool-badges.ts'
import { useServices } from '../../lib/use-services.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import { AddressField } from './address-field.tsx'
import { Facts } from './facts.tsx'
import { UploadList } from './upload-list.tsx'
import { type Said, useSaid } from './use-said.ts'
import { useFileDrop, useUpload } from './use-upload.ts'
import { startVerification, useDraft, useVerification, writeDraft } from './verification-run.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as fieldStyles from '../../components/ui/field.module.css'
import * as panelStyles from '../../components/ui/panel.module.css'
import * as styles from './ask-stage.module.css'
import { useSettled } from '../../lib/use-settled.ts'

/** The length in characters from which a text is parsed only after a pause in typing: about eight thousand addresses. */
const LONG = 200_000

/** Returns a deferred copy of the text for parsing, so that typing never waits for a long list. */
const useSeen = (text: string): string => {
  const settled = useSettled(text)
  return useDeferredValue(text.length > LONG ? settled : text)
}

const useVerifier = (): Verifier => {
  const { user } = useSession()
  return { plan: user?.plan ?? 'free', signedIn: user !== undefined }
}

const factsOf = (count: number, who: Verifier): string[] =>
  remainingAllowance(count, who) === -1
    ? [verificationTexts.addresses(count), verificationTexts.noLimit]
    : [verificationTexts.used(count, FREE_VERIFICATION_LIMIT), verificationTexts.freeAllowance]

const Notes = ({ said, refusal, duplicates }: { said: Said; refusal: Notice | undefined; duplicates: number }) => {
  useInlineMessage(refusal?.message)
  return (
    <div className={styles.vfNotes} id="addresses-notes">
      {refusal === undefined ? null : (
        <p>
          <Status severity="critical">{refusal.message}</Status>
        </p>
      )}
      <p role="status" className="muted">
        {said.news ?? (duplicates === 0 ? '' : verificationLabels.duplicatesDropped(duplicates))}
      </p>
    </div>
  )
}

// The button that starts a verification. While a verification is running, the button shows the progress and keeps the focus.
const VerifyButton = ({ isOff }: { readonly isOff: boolean }) => {
  const { phase, emails, results } = useVerification()
  const isBusy = phase === 'verifying'
  return (
    <button
      type="submit"
      className={`${buttonStyles.btn} ${buttonStyles.go}`}
      aria-disabled={isBusy}
      disabled={isOff && !isBusy}
    >
      {isBusy
        ? verificationTexts.verifying(Math.min(emails.length, results.length + 1), emails.length)
        : verificationLabels.verify}
    </button>
  )
}

/** The first stage: the list, the ways to fill it, and the remaining allowance. */
export const AskStage = ({ tool }: { readonly tool: Tool }) => {
  const who = useVerifier()
  const text = useDraft()
  const seen = useSeen(text)
  const list = useMemo(() => parseEmailList(seen), [seen])
  const { emails, duplicates } = list
  const speech = useSaid()
  const take = useUpload(who, speech)
  const drop = useFileDrop(take)
  const { verification: mode, isOff } = useServices()
  const isUnavailable = isOff('email_verification')
  const isBusy = useVerification().phase === 'verifying'
  const decision = checkVerification({ emails, ...who })
  // The error for a list that is too long appears during typing, the error for an empty list only on submission.
  const isTooLong = !decision.allowed && decision.code === 'limit_exceeded'
  const refusal = speech.said.refusal ?? (isTooLong ? decision : undefined)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBusy || isUnavailable) return
    const { emails: asked } = seen === text ? list : parseEmailList(text)
    const verdict = checkVerification({ emails: asked, ...who })
    if (!verdict.allowed) return speech.refuse(verdict)
    speech.say({})
    startVerification(asked)
  }
  const write = (next: string): void => {
    speech.say({})
    writeDraft(next)
  }
  return (
    <Stage name={verificationTexts.ask} node="source" facts={factsOf(emails.length, who)}>
      <form
        className={`${panelStyles.card} ${styles.vfAsk} ${drop.isOver ? styles.over : ''}`}
        onSubmit={submit}
        noValidate
        {...drop.handlers}
      >
        <div className={panelStyles.pad}>
          <div className={panelStyles.panelH}>
            <h2 id="tool-name">{verificationLabels.heading}</h2>
            <Chips names={badgesBesideCaptcha(tool)} />
          </div>
          <ServiceOff service="email_verification" isOff={isUnavailable}>
            <Link href="/tools/email-validation">{verificationTexts.simulatedTool}</Link>
          </ServiceOff>
          <div className={styles.vfTwo}>
            <div className={fieldStyles.field}>
              <AddressField text={text} onWrite={write} isWrong={refusal !== undefined} notes="addresses-notes" />
              <Notes said={speech.said} refusal={refusal} duplicates={duplicates} />
            </div>
            <div className={styles.vfSide}>
              <UploadList isPaid={remainingAllowance(0, who) === -1} isOver={drop.isOver} onFile={take} />
              <Facts remaining={remainingAllowance(emails.length, who)} />
              <VerifyButton isOff={isUnavailable} />
            </div>
          </div>
          <p className={`${styles.vfReal} muted sm`} role="status">
            {mode === undefined || mode === 'off' ? '\u00A0' : verificationTexts.modes[mode]}
          </p>
        </div>
      </form>
    </Stage>
  )
}
