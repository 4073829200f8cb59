import {
  emptyMailbox,
  IMAP_PORT,
  type MailboxField,
  type MailboxForm,
  type MailboxSide,
  migrationFailed,
  type MigrationForm,
  migrationNotAllowed,
  type Notice,
  parsePort,
  accessNotices,
  migrationFormMessages,
  type MigrationValidation,
  toasts,
  validateMigration,
} from '@netbox/product'
import type { BodyInput, Migration } from '@netbox/contract'
import { useState, type FormEvent, useEffect } from 'react'
import { type Failure, alsoInToast, useAction } from '../../lib/session/requests.ts'
import { checkAccess, showLimit, type Tool } from '@netbox/core'
import { Link } from 'wouter'
import { Stage, StageList } from '../../components/stages/stage-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Chips } from '../../components/ui/chips.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { ServiceOff } from '../../components/ui/form-alert.tsx'
import { useSession } from '../../lib/session/session.ts'
import { badgesBesideCaptcha } from '../../lib/runs/favourites.ts'
import { useServices } from '../../lib/session/services.ts'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { HistoryStage } from './history-stage.tsx'
import { MailboxFields } from './mailbox-fields.tsx'

/** The empty form. */
const emptyForm: MigrationForm = { source: emptyMailbox, destination: emptyMailbox }

/** Returns the form with empty passwords. */
export const withoutPasswords = ({ source, destination }: MigrationForm): MigrationForm => ({
  source: { ...source, password: '' },
  destination: { ...destination, password: '' },
})

const hostAndPort = ({ host, port, email }: MailboxForm) => ({
  host: host.trim(),
  port: parsePort(port) ?? IMAP_PORT,
  email: email.trim(),
})

/** Returns the request body of a form. */
export const requestOf = ({ source, destination }: MigrationForm): BodyInput<'migrations.create'> => {
  const [from, to] = [hostAndPort(source), hostAndPort(destination)]
  return {
    source_host: from.host,
    source_port: from.port,
    source_email: from.email,
    source_password: source.password,
    destination_host: to.host,
    destination_port: to.port,
    destination_email: to.email,
    destination_password: destination.password,
  }
}

/** Stores the form and the fields that the user has left: only those show errors. */
export const useMigrationForm = () => {
  const [form, setForm] = useState(emptyForm)
  const [left, setLeft] = useState<readonly string[]>([])
  const fieldOf = (side: MailboxSide, field: MailboxField): string => `${side}.${field}`
  return {
    form,
    write: (side: MailboxSide, mailbox: MailboxForm): void => setForm((known) => ({ ...known, [side]: mailbox })),
    leave: (side: MailboxSide, field: MailboxField): void => setLeft((known) => [...known, fieldOf(side, field)]),
    hasLeft: (side: MailboxSide, field: MailboxField): boolean => left.includes(fieldOf(side, field)),
    forgetPasswords: (): void => {
      setForm(withoutPasswords)
      setLeft((known) => known.filter((name) => !name.endsWith('.password')))
    },
  }
}

// The error codes of refusals. After other failures, the user may submit the unchanged form again.
const refusals = new Set(['not_available', 'daily_limit_reached', 'service_off', 'unauthorized', 'forbidden'])

/** Describes why a request failed. */
export const noticeOf = ({ code, message }: Failure): Notice =>
  refusals.has(code) ? migrationNotAllowed(message) : migrationFailed(message)

interface SubmitBarProps {
  /** The messages of the form. */
  readonly message: MigrationValidation['message']
  /** Whether the session is known. Until then, the text for visitors appears in the same place. */
  readonly isCertain: boolean
  readonly refusal:
    | { readonly message: string; readonly link: { readonly link: string; readonly href: string } }
    | undefined
  readonly failure: Notice | undefined
  readonly isRecorded: boolean
  readonly isReady: boolean
  readonly isSubmitting: boolean
}

const Message = ({ message, isCertain, refusal }: Pick<SubmitBarProps, 'message' | 'isCertain' | 'refusal'>) => {
  const isLogin = message.kind === 'error' && message.text === migrationFormMessages.loginRequired
  const link = isLogin ? accessNotices.login_required : refusal?.link
  return (
    <p
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-ui ${isCertain ? '' : 'in-data-signed-in:invisible'}`}
    >
      <Status severity={message.kind === 'error' || refusal !== undefined ? 'warning' : 'info'} isSentence>
        {refusal?.message ?? message.text}
      </Status>
      {link === undefined ? null : <Link href={link.href}>{link.link}</Link>}
    </p>
  )
}

/** The end of the form: its problem or outcome, and the button. */
const SubmitBar = ({ message, isCertain, refusal, failure, isRecorded, isReady, isSubmitting }: SubmitBarProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-8 gap-y-3 border-t border-rule bg-paper px-6 py-3.5 max-md:grid-cols-1 max-md:px-4">
    <div className="grid max-w-[74ch] gap-1">
      <Message message={message} isCertain={isCertain} refusal={refusal} />
      <p className="sm muted">{migrationTexts.encrypted}</p>
      <div role="status">
        {failure === undefined ? null : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
            <Status severity="critical" isSentence>
              {failure.title}. {failure.message}
            </Status>
          </p>
        )}
        {isRecorded ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
            <Status severity="pass" isSentence>
              {migrationTexts.recorded}
            </Status>
          </p>
        ) : null}
      </div>
    </div>
    <Button type="submit" variant="primary" disabled={!isReady}>
      {isSubmitting ? migrationTexts.submitting : migrationTexts.submit}
    </Button>
  </div>
)

const sides: readonly MailboxSide[] = ['source', 'destination']

const Head = ({ tool, isOff }: { readonly tool: Tool; readonly isOff: boolean }) => (
  <>
    <div className="flex flex-wrap items-center gap-2.5">
      <h2 className="mr-2 text-xl" id="tool-name">
        {tool.name}
      </h2>
      <Chips names={badgesBesideCaptcha(tool)} />
    </div>
    <p className="mt-2.5">
      <Status severity="info" isSentence>
        {migrationTexts.nothingMoves}
      </Status>
    </p>
    <ServiceOff service="email_migration" isOff={isOff}>
      <a href="#history-title">{migrationTexts.earlier}</a>
    </ServiceOff>
  </>
)

interface MigrationStageProps {
  readonly tool: Tool
  readonly onRecorded: (migration: Migration) => void
}

/** Validates the form and checks the user's access with core's rules. */
const useJudgement = (tool: Tool, form: Parameters<typeof validateMigration>[0]) => {
  const { status, user } = useSession()
  const signedIn = user !== undefined
  const validation = validateMigration(form, { signedIn })
  const access = checkAccess({ tool, plan: user?.plan ?? 'free', surface: 'home', signedIn })
  // Visitors are asked to log in first, because they have no plan yet.
  const refusal = signedIn && !access.allowed ? { ...access, link: accessNotices.upgrade_required } : undefined
  const facts =
    user === undefined ? [migrationTexts.account] : [migrationTexts.perDay(showLimit(tool.limits[user.plan]))]
  return { status, user, validation, refusal, facts }
}

const submitMessages = { onSuccess: toasts.migrationStarted, onFailure: alsoInToast(noticeOf) }

/** The first stage: the source and the destination mailbox. */
const MigrationStage = ({ tool, onRecorded }: MigrationStageProps) => {
  const { form, write, leave, hasLeft, forgetPasswords } = useMigrationForm()
  const { status, user, validation, refusal, facts } = useJudgement(tool, form)
  const [isRecorded, setRecorded] = useState(false)
  const { isBusy: isSubmitting, problem, perform } = useAction()
  const submit = async (): Promise<void> => {
    setRecorded(false)
    const answer = await perform(
      async (client) => client.call('migrations.create', { body: requestOf(form) }),
      submitMessages,
    )
    if (answer === undefined) return
    forgetPasswords()
    setRecorded(true)
    onRecorded(answer.migration)
  }
  useEffect(() => {
    if (status === 'anonymous') forgetPasswords()
    // The next user of this browser must not see the passwords of the previous user.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status, user?.id])
  const isOff = useServices().isOff('email_migration')
  const isReady = validation.valid && refusal === undefined && !isSubmitting && !isOff
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) void submit()
  }
  return (
    <Stage name={migrationTexts.ask} node="source" facts={facts}>
      <Card isFlush>
        <form onSubmit={onSubmit} noValidate aria-labelledby="tool-name">
          <div className="px-6 py-5 max-md:px-4">
            <Head tool={tool} isOff={isOff} />
            <div className="mt-5 grid grid-cols-2 max-md:grid-cols-1">
              {sides.map((side) => (
                <MailboxFields
                  key={side}
                  side={side}
                  mailbox={form[side]}
                  problems={validation.problems.filter((it) => it.side === side && hasLeft(side, it.field))}
                  onWrite={(mailbox) => write(side, mailbox)}
                  onLeave={(field) => leave(side, field)}
                />
              ))}
            </div>
          </div>
          <SubmitBar
            message={validation.message}
            isCertain={status !== 'loading'}
            refusal={refusal}
            failure={problem}
            isRecorded={isRecorded}
            isReady={isReady}
            isSubmitting={isSubmitting}
          />
        </form>
      </Card>
    </Stage>
  )
}

/** The screen for requests to move a mailbox: the two mailboxes, and the earlier requests. */
export const MailboxMigration = ({ tool }: { readonly tool: Tool }) => {
  const [recorded, setRecorded] = useState<Migration>()
  return (
    <div className="wrap">
      <StageList>
        <MigrationStage tool={tool} onRecorded={setRecorded} />
        <HistoryStage recorded={recorded} />
      </StageList>
    </div>
  )
}
