import type { FactorEnrolment } from '@netbox/contract'
import { useEffect, useId, useRef } from 'react'
import * as v from 'valibot'
import { Button, SubmitButton } from '../../components/ui/button.tsx'
import { Subhead } from '../../components/ui/card.tsx'
import { CodeField } from '../../components/ui/code-field.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { CopyGlyph, DownloadGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { copyAndSay } from '../../lib/page/toasts.ts'
import { accountNotice, useAction } from '../../lib/session/requests.ts'
import { saveFile } from '../../lib/page/clipboard.ts'
import { filled, useForm } from '../../lib/page/form.ts'
import { accountTexts } from '../../texts/account.ts'
import { ShownOnce } from './section.tsx'

const { factor: texts } = accountTexts

const LONGEST_NAME = 60

const nameForm = v.object({ name: filled(texts.nameMissing) })
const codeForm = v.object({ code: filled(texts.codeMissing) })

interface StartFactorProps {
  readonly isFirst: boolean
  /** Whether the app replaces a lost one. */
  readonly isReplacing: boolean
  readonly onStarted: (enrolment: FactorEnrolment) => void
}

/** Names a new authenticator app. */
export const StartFactor = ({ isFirst, isReplacing, onStarted }: StartFactorProps) => {
  const alertId = useId()
  const { isBusy, failure, problem, perform } = useAction()
  const { errors, form } = useForm(nameForm, async (body) => {
    const enrolment = await perform(async (client) => client.call('account.enrolFactor', { body }), {
      onFailure: accountNotice(texts.startFailed),
    })
    if (enrolment !== undefined) onStarted(enrolment)
  })
  return (
    <form {...form} className="grid max-w-form grid-cols-1 gap-4" aria-busy={isBusy}>
      <FormAlert id={alertId} notice={problem} />
      <TextField
        label={texts.name}
        id="factor-name"
        name="name"
        maxLength={LONGEST_NAME}
        autoComplete="off"
        required
        defaultValue={isFirst ? texts.nameDefault : ''}
        error={errors.name}
        blamedBy={failure?.code === 'factor_name_taken' ? alertId : undefined}
      />
      <SubmitButton
        isBusy={isBusy}
        label={isFirst ? texts.setUp : isReplacing ? texts.replace : texts.another}
        busyLabel={texts.busy}
        variant={isReplacing ? 'primary' : 'outline'}
        className="justify-self-start max-md:justify-self-stretch"
      />
    </form>
  )
}

const inGroups = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, '$& ')

const Scan = ({
  enrolment: { qr_code: picture, secret },
  email,
}: Omit<ConfirmFactorProps, 'onConfirmed' | 'onCancel'>) => (
  <div className="grid grid-cols-[216px_minmax(0,1fr)] items-start gap-7 max-md:grid-cols-1">
    <img
      className="size-[216px] border border-rule-2 bg-white"
      src={`data:image/svg+xml;utf-8,${picture}`}
      alt={texts.picture}
      width="216"
      height="216"
    />
    <div>
      <p>{texts.scanLead}</p>
      <dl className="mt-2 mb-4">
        {[
          [texts.account, email],
          [texts.secret, inGroups(secret)],
          [texts.kind, texts.kindText],
        ].map(([name, value]) => (
          <div
            key={name}
            className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-b border-rule py-2 text-ui"
          >
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-mono text-sm wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        isSmall
        onClick={() => void copyAndSay(secret, { copied: texts.secretCopied, notCopied: texts.secretNotCopied })}
      >
        <CopyGlyph />
        {texts.copySecret}
      </Button>
    </div>
  </div>
)

interface ConfirmFactorProps {
  readonly enrolment: FactorEnrolment
  readonly email: string
  /** Called with the recovery codes after the first app, and without codes after further apps. */
  readonly onConfirmed: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Shows the data for an app, and accepts its first code. */
export const ConfirmFactor = ({ enrolment, email, onConfirmed, onCancel }: ConfirmFactorProps) => {
  const alertId = useId()
  const { isBusy, failure, problem, perform } = useAction()
  const { errors, form } = useForm(codeForm, async (body) => {
    const call = { params: { id: enrolment.id }, body }
    const answer = await perform(async (client) => client.call('account.confirmFactor', call), {
      onSuccess: texts.added,
      onFailure: accountNotice(texts.confirmFailed),
    })
    if (answer !== undefined) onConfirmed(answer.recovery_codes)
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <ol className="grid gap-5">
      <li className="grid gap-2.5 border-l-2 border-signal pl-5">
        <Subhead ref={heading} tabIndex={-1}>
          {texts.scan}
        </Subhead>
        <Scan enrolment={enrolment} email={email} />
      </li>
      <li className="grid gap-2.5 border-l-2 border-signal pl-5">
        <Subhead>{texts.codeStep}</Subhead>
        <form {...form} className="grid max-w-form grid-cols-1 gap-4" aria-busy={isBusy}>
          <FormAlert id={alertId} notice={problem} />
          <CodeField
            label={texts.code}
            name="code"
            required
            error={errors.code}
            blamedBy={failure?.code === 'factor_code_invalid' ? alertId : undefined}
            hint={texts.codeHint}
          />
          <p className="flex flex-wrap gap-3">
            <SubmitButton isBusy={isBusy} label={texts.turnOn} busyLabel={texts.turningOn} />
            <Button onClick={onCancel}>{texts.cancel}</Button>
          </p>
        </form>
      </li>
      <li className="grid gap-2.5 border-0 border-l-2 border-dashed border-control pl-5">
        <Subhead>{texts.keep}</Subhead>
        <p className="sm muted">{texts.keepLead}</p>
      </li>
    </ol>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** Shows recovery codes, only once. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => {
  const text = `${codes.join('\n')}\n`
  const words = { copied: texts.codesCopied, notCopied: texts.codesNotCopied }
  return (
    <ShownOnce title={texts.codesTitle} warning={texts.codesOnce}>
      <ul
        className="grid w-full grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-5 gap-y-1.5"
        aria-label={texts.codesTitle}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-3">
        <Button isSmall onClick={() => void copyAndSay(text, words)}>
          <CopyGlyph />
          {texts.copyCodes}
        </Button>
        <Button isSmall onClick={() => saveFile(texts.file, text)}>
          <DownloadGlyph />
          {texts.download}
        </Button>
        <Button isSmall onClick={onDone}>
          {texts.kept}
        </Button>
      </p>
    </ShownOnce>
  )
}
