import type { Migration } from '@netbox/contract'
import { checkAccess, showLimit, type Tool } from '@netbox/core'
import { accessNotices, type MailboxSide, validateMigration } from '@netbox/product'
import { type FormEvent, useEffect, useState } from 'react'
import { Chips } from '../../components/ui/chips.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { ServiceOff } from '../../components/ui/service-off.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { useSession } from '../../lib/session-state.ts'
import { badgesBesideCaptcha } from '../../lib/tool-badges.ts'
import { useServices } from '../../lib/use-services.ts'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import { MailboxFields } from './mailbox-fields.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { useMigrationForm } from './use-migration-form.ts'
import { useSubmit } from './use-submit.ts'
import * as panelStyles from '../../components/ui/panel.module.css'
import * as styles from './migration-stage.module.css'

const sides: readonly MailboxSide[] = ['source', 'destination']

const Head = ({ tool, isOff }: { readonly tool: Tool; readonly isOff: boolean }) => (
  <>
    <div className={panelStyles.panelH}>
      <h2 id="tool-name">{tool.name}</h2>
      <Chips names={badgesBesideCaptcha(tool)} />
    </div>
    <p className={styles.mbHonest}>
      <Status severity="info">{migrationTexts.nothingMoves}</Status>
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

/** The first stage: the source and the destination mailbox. */
export const MigrationStage = ({ tool, onRecorded }: MigrationStageProps) => {
  const { form, write, leave, hasLeft, forgetPasswords } = useMigrationForm()
  const { status, user, validation, refusal, facts } = useJudgement(tool, form)
  const [isRecorded, setRecorded] = useState(false)
  const { isSubmitting, failure, submit } = useSubmit((migration) => {
    forgetPasswords()
    setRecorded(true)
    onRecorded(migration)
  })
  useEffect(() => {
    if (status === 'anonymous') forgetPasswords()
    // The next user of this browser must not see the passwords of the previous user.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status, user?.id])
  const isOff = useServices().isOff('email_migration')
  const isReady = validation.valid && refusal === undefined && !isSubmitting && !isOff
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReady) return
    setRecorded(false)
    submit(form)
  }
  return (
    <Stage name={migrationTexts.ask} node="source" facts={facts}>
      <form className={panelStyles.card} onSubmit={onSubmit} noValidate aria-labelledby="tool-name">
        <div className={panelStyles.pad}>
          <Head tool={tool} isOff={isOff} />
          <div className={styles.mbSides}>
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
          failure={failure}
          isRecorded={isRecorded}
          isReady={isReady}
          isSubmitting={isSubmitting}
        />
      </form>
    </Stage>
  )
}
