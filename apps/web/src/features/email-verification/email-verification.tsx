import type { ResponseOf } from '@netbox/contract'
import { showLimit, type Tool } from '@netbox/core'
import {
  accessNotices,
  checkVerification,
  FREE_VERIFICATION_LIMIT,
  type Notice,
  parseEmailList,
  remainingAllowance,
  verificationLabels,
  type Verifier,
} from '@netbox/product'
import { type FormEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Card } from '../../components/ui/card.tsx'
import { Chips } from '../../components/ui/chips.tsx'
import { Button, SubmitButton } from '../../components/ui/button.tsx'
import { FileInput, useFileDrop } from '../../components/ui/files.tsx'
import { LockGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { ServiceOff } from '../../components/ui/form-alert.tsx'
import { Stage, StageList } from '../../components/stages/stage-list.tsx'
import { lazyPart } from '../../lib/page/lazy-part.ts'
import { PartBoundary } from '../../components/ui/page-boundary.tsx'
import { useInlineMessage } from '../../lib/page/toasts.ts'
import { loadApi } from '../../lib/session/load-account.ts'
import { useSession } from '../../lib/session/session.ts'
import { whenTouched } from '../../lib/page/page-start.ts'
import { badgesBesideCaptcha } from '../../lib/runs/favourites.ts'
import { useServices } from '../../lib/session/services.ts'
import { verificationTexts } from '../../texts/email-verification.ts'
import { AddressField } from './address-field.tsx'
import { Fact } from './facts.tsx'
import { type Said, useSaid, useUpload } from './use-upload.ts'
import { forgetOthers, startVerification, useDraft, useVerification, writeDraft } from './verification-run.ts'
import { useSettled } from '../../lib/page/time.ts'

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

const factsOf = (count: number, who: Verifier): string[] => {
  const remaining = remainingAllowance(count, who)
  return remaining === -1
    ? [verificationTexts.addresses(count), verificationTexts.noLimit]
    : [verificationTexts.ofAtMost(count, FREE_VERIFICATION_LIMIT), verificationTexts.canBeAdded(remaining)]
}

const Notes = ({ said, refusal, duplicates }: { said: Said; refusal: Notice | undefined; duplicates: number }) => {
  useInlineMessage(refusal?.message)
  return (
    <div className="mt-2 grid gap-1 text-sm" id="addresses-notes">
      {refusal === undefined ? null : (
        <p>
          <Status severity="critical">{refusal.message}</Status>
        </p>
      )}
      <p role="status" className="muted empty:hidden">
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
    <SubmitButton
      className="mt-3.5 w-full"
      isBusy={isBusy}
      isOff={isOff && !isBusy}
      label={verificationLabels.verify}
      busyLabel={verificationTexts.verifying(Math.min(emails.length, results.length + 1), emails.length)}
    />
  )
}

const ListGlyph = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 16V4M7.500 8.500L12 4l4.500 4.500M4 20.500h16" />
  </svg>
)

const FileButton = ({ onFiles }: Pick<UploadListProps, 'onFiles'>) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileInput
        ref={input}
        accept=".txt,.csv,text/plain,text/csv"
        aria-label={verificationLabels.upload}
        onFiles={onFiles}
      />
      <Button isSmall className="mt-2.5" onClick={() => input.current?.click()}>
        {verificationTexts.chooseFile}
      </Button>
    </>
  )
}

interface UploadListProps {
  readonly isPaid: boolean
  /** Whether a file is dragged over the form. */
  readonly isOver: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Accepts a list as a file, or says which plans may upload one. */
const UploadList = ({ isPaid, isOver, onFiles }: UploadListProps) => (
  <div className="border-b border-rule pb-3.5">
    <h3 className="flex items-center gap-2 font-sans text-base leading-read font-semibold tracking-normal">
      {isPaid ? <ListGlyph /> : <LockGlyph />}
      {verificationLabels.upload}
    </h3>
    {isPaid ? (
      <>
        <p className="sm muted">{isOver ? verificationTexts.dropHere : verificationTexts.uploadHow}</p>
        <FileButton onFiles={onFiles} />
      </>
    ) : (
      <p className="sm muted">
        {verificationTexts.uploadForPaid}{' '}
        <Link href={accessNotices.upgrade_required.href}>{accessNotices.upgrade_required.link}</Link>
      </p>
    )}
  </div>
)

type Month = ResponseOf<'usage.list'>['verifications']

/** The number of addresses that a paid plan may still verify this month. It is loaded again when a verification ends. */
const MonthLeft = () => {
  const [month, setMonth] = useState<Month>()
  const { phase } = useVerification()
  useEffect(() => {
    if (phase === 'verifying') return undefined
    const controller = new AbortController()
    const read = async (): Promise<Month> =>
      (await (await loadApi()).call('usage.list', { signal: controller.signal })).verifications
    // A failure is ignored: the service refuses a list that is too long.
    read().then(setMonth, () => undefined)
    return () => controller.abort()
  }, [phase])
  return month === undefined || month.limit < 0
    ? showLimit(-1)
    : verificationTexts.monthLeft(month.remaining, month.limit)
}

/** The facts before the list is sent: the remaining verifications, and that no message is sent. */
const Facts = ({ remaining }: { readonly remaining: number }) => {
  const { user } = useSession()
  return (
    <dl className="pt-3.5">
      <Fact name={remaining === -1 ? verificationTexts.month : verificationTexts.remaining}>
        {remaining === -1 ? (
          <MonthLeft key={user?.id} />
        ) : (
          verificationTexts.remainingOf(remaining, FREE_VERIFICATION_LIMIT)
        )}
      </Fact>
      <Fact name={verificationTexts.messageSent}>{verificationTexts.never}</Fact>
      <Fact name={verificationTexts.cache}>{verificationTexts.cacheTime}</Fact>
    </dl>
  )
}

/** The first stage: the list, the ways to fill it, and the remaining allowance. */
const AskStage = ({ tool }: { readonly tool: Tool }) => {
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
      <form onSubmit={submit} noValidate {...drop.handlers}>
        <Card aria-labelledby="tool-name">
          <div className="mb-3.5 flex flex-wrap items-center gap-x-3.5 gap-y-2">
            <h2 className="text-xl" id="tool-name">
              {verificationLabels.heading}
            </h2>
            <Chips names={badgesBesideCaptcha(tool)} />
          </div>
          <ServiceOff service="email_verification" isOff={isUnavailable}>
            <Link href="/tools/email-validation">{verificationTexts.simulatedTool}</Link>
          </ServiceOff>
          <div className="mt-3.5 grid grid-cols-[minmax(0,1fr)_300px] gap-7 max-xl:grid-cols-1 max-xl:gap-4.5">
            <div>
              <AddressField
                text={text}
                onWrite={write}
                isWrong={refusal !== undefined}
                isOver={drop.isOver}
                notes="addresses-notes"
              />
              <Notes said={speech.said} refusal={refusal} duplicates={duplicates} />
            </div>
            <div className="xl:border-l xl:border-rule xl:pl-7">
              <UploadList isPaid={remainingAllowance(0, who) === -1} isOver={drop.isOver} onFiles={take} />
              <Facts remaining={remainingAllowance(emails.length, who)} />
              <VerifyButton isOff={isUnavailable} />
            </div>
          </div>
          <p className="muted sm mt-3.5 min-h-[1lh] max-md:min-h-[3lh]" role="status">
            {mode === undefined || mode === 'off' ? '\u00A0' : verificationTexts.modes[mode]}
          </p>
        </Card>
      </form>
    </Stage>
  )
}

// The code of the stages after the form loads with the first interaction.
const Stages = lazyPart(async () => (await import('./verification-stages.tsx')).VerificationStages)

const warmUp = (): void => void Stages.preload().catch(() => undefined)

/** The screen that verifies addresses with real mail servers: the list, the run, the results. */
export const EmailVerification = ({ tool }: { readonly tool: Tool }) => {
  const session = useSession()
  const state = useVerification()
  useEffect(() => {
    if (session.status !== 'loading') forgetOthers(session.user?.id)
  }, [session])
  const hasBegun = state.phase !== 'idle'
  useEffect(() => whenTouched(warmUp), [])
  return (
    <div className="wrap">
      <StageList>
        <AskStage tool={tool} />
        {hasBegun ? (
          <PartBoundary>
            <Stages state={state} />
          </PartBoundary>
        ) : null}
      </StageList>
    </div>
  )
}
