import type { AccountSession, ResponseOf } from '@netbox/contract'
import { useState } from 'react'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Chip } from '../../components/ui/chips.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../../components/ui/form-alert.tsx'
import { PartState } from '../../components/ui/part-state.tsx'
import { Row, Rows, Timestamp } from '../../components/ui/records.tsx'
import { accountNotice, useAction } from '../../lib/session/requests.ts'
import { showMinute } from '../../lib/page/time.ts'
import type { Loaded } from '../../lib/session/data.tsx'
import { accountTexts } from '../../texts/account.ts'
import { Section } from './section.tsx'

// The order matters, because the user agent of most browsers also contains the names of other browsers.
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|^undici/i, 'Node.js'],
  [/^netbox/i, 'netbox command'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const firstOf = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Returns the name of a device from its user agent: `Firefox on Linux`; unknown for others. */
export const deviceName = (userAgent: string): string => {
  const [program, system] = [firstOf(programs, userAgent), firstOf(systems, userAgent)]
  if (program !== undefined && system !== undefined) return `${program} on ${system}`
  return program ?? system ?? accountTexts.sessions.unknown
}

const { sessions: texts } = accountTexts

interface SessionRowProps {
  readonly session: AccountSession
  readonly isBusy: boolean
  readonly onEnd: (session: AccountSession) => void
}

/** A device, with a button that signs it out. */
const SessionRow = ({ session, isBusy, onEnd }: SessionRowProps) => {
  const { user_agent: userAgent, address, created_at: created, last_used_at: lastUsed, current } = session
  const device = deviceName(userAgent)
  return (
    <Row
      action={
        current ? (
          <Chip variant="signal">{texts.current}</Chip>
        ) : (
          <TextButton
            aria-disabled={isBusy}
            aria-label={texts.endWhich(device, address, showMinute(created))}
            onClick={() => onEnd(session)}
          >
            {texts.end}
          </TextButton>
        )
      }
    >
      <p>
        <b title={userAgent}>{device}</b>{' '}
        <span className="sm muted">
          {texts.from} <code>{address}</code>
        </span>
      </p>
      <p className="sm quiet">
        {texts.since} <Timestamp at={created} />, {texts.lastUsed} <Timestamp at={lastUsed} />
      </p>
    </Row>
  )
}

/** Lists the user's sessions, and signs out one device or all others. */
export const SessionsPart = ({ sessions }: { readonly sessions: Loaded<ResponseOf<'account.sessions'>> }) => {
  const [isAsking, ask] = useState(false)
  const { isBusy, problem, perform } = useAction()
  const onFailure = accountNotice(texts.failed)
  const end = async ({ id }: AccountSession): Promise<void> => {
    const answer = await perform(async (client) => client.call('account.endSession', { params: { id } }), {
      onSuccess: texts.ended,
      onFailure,
    })
    if (answer !== undefined)
      sessions.change((all) => ({ sessions: all.sessions.filter((session) => session.id !== id) }))
  }
  const endOthers = async (): Promise<void> => {
    const answer = await perform(async (client) => client.call('account.endOthers'), {
      onSuccess: texts.endedOthers,
      onFailure,
    })
    ask(false)
    if (answer !== undefined) sessions.change((all) => ({ sessions: all.sessions.filter(({ current }) => current) }))
  }
  const value = sessions.value?.sessions ?? []
  const others = value.filter(({ current }) => !current).length
  return (
    <Section title={texts.title} lead={texts.lead}>
      <FormAlert className="mb-4" notice={problem} />
      <PartState of={sessions} failed={texts.loadFailed} />
      {value.length === 0 ? null : (
        <Rows isFirst className="-mt-3" aria-label={texts.list}>
          {value.map((session) => (
            <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={(chosen) => void end(chosen)} />
          ))}
        </Rows>
      )}
      {value.length > 0 && others === 0 ? <p className="sm muted mt-4">{texts.alone}</p> : null}
      {others === 0 ? null : (
        <Button isSmall className="mt-4" aria-disabled={isBusy} onClick={() => ask(true)}>
          {texts.endOthers}
        </Button>
      )}
      {isAsking ? (
        <ConfirmDialog
          question={texts.ask}
          isBusy={isBusy}
          onConfirm={() => void endOthers()}
          onCancel={() => ask(false)}
        />
      ) : null}
    </Section>
  )
}
