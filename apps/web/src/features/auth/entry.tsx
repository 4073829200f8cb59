import { loginMessages } from '@netbox/product'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { SignalLine } from '../../components/stages/stage-list.tsx'
import { TextButton } from '../../components/ui/button.tsx'
import { TextField, type TextFieldProps } from '../../components/ui/field.tsx'
import { useServices } from '../../lib/session/services.ts'
import { accountNotice, useAction } from '../../lib/session/requests.ts'
import { fieldsOf, parseJson, REGISTRATION_KEY, storage } from '../../lib/page/storage.ts'
import { authTexts } from '../../texts/auth.ts'

/** A message in transit. */
export const SentLine = () => (
  <SignalLine className="w-[260px] max-w-full">
    <path d="M12 20h92M104 8h38v24h-38zM104 9l19 14 19-14" />
    <path d="M146 20h80" stroke="var(--color-control)" strokeWidth="1.5" strokeDasharray="4 4" />
    <circle cx="236" cy="20" r="8" stroke="var(--color-control)" strokeWidth="1.5" strokeDasharray="4 3" />
  </SignalLine>
)

/** A delivered message. */
export const ArrivedLine = () => (
  <SignalLine className="w-[260px] max-w-full">
    <path d="M12 20h92M148 20h80M104 4h44v32h-44z" />
    <circle cx="236" cy="20" r="8" stroke="var(--color-pass)" strokeWidth="3" />
  </SignalLine>
)

/** Says where the mail is: `sent` if the service sends mail. */
export const MailPlace = ({ sent }: { readonly sent: string }) =>
  useServices().mail === 'mailbox' ? (
    <p className="muted">{authTexts.sent.kept}</p>
  ) : (
    <>
      <p className="muted">{sent}</p>
      <p className="sm muted">{authTexts.sent.lead}</p>
    </>
  )

/** Keeps the proof that a registration is this browser's, until its address is confirmed. */
export const keepRegistration = (email: string, token: string): void => {
  storage.set(REGISTRATION_KEY, JSON.stringify({ email, token }))
}

/** Returns the proof of this browser's registration of an address. */
const registrationOf = (address: string): { readonly resend_token?: string } => {
  const { email, token } = fieldsOf(parseJson(storage.get(REGISTRATION_KEY)))
  const isOwn = typeof email === 'string' && email.toLowerCase() === address.toLowerCase()
  return isOwn && typeof token === 'string' ? { resend_token: token } : {}
}

/** Sends the confirmation again; the response is the same for every address. */
export const useResend = () => {
  const { isBusy, problem, perform } = useAction()
  const [sentTo, setSentTo] = useState<string>()
  const send = async (email: string): Promise<void> => {
    setSentTo(undefined)
    const answer = await perform(
      async (client) => client.call('auth.resend', { body: { email, ...registrationOf(email) } }),
      {
        onFailure: accountNotice(authTexts.recover.failed),
      },
    )
    if (answer !== undefined) setSentTo(email)
  }
  return { isBusy, sentTo, problem, send }
}

/** The button that sends the mail again, and the outcome. */
export const Resend = ({
  state: { isBusy, sentTo, problem },
  label = loginMessages.sendAgain,
  onSend,
}: {
  readonly state: ReturnType<typeof useResend>
  readonly label?: string
  readonly onSend: () => void
}) => (
  <>
    <TextButton aria-disabled={isBusy} onClick={onSend}>
      {isBusy ? authTexts.resend.busy : label}
    </TextButton>
    <span role="status" className="mt-1.5 block text-ink empty:hidden">
      {sentTo === undefined ? null : authTexts.resend.done(sentTo)}
      {problem?.message}
    </span>
  </>
)

interface HeadProps {
  readonly title: string
  readonly isFocused?: boolean
  readonly children?: ReactNode
}

/** The heading of an account page. One that replaces a form takes the focus, so that screen readers continue there. */
export const EntryHead = ({ title, isFocused = false, children }: HeadProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) heading.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <>
      <h1 className="text-3xl leading-tight tracking-hero" ref={heading} tabIndex={isFocused ? -1 : undefined}>
        {title}
      </h1>
      {children === undefined ? null : <p className="muted">{children}</p>}
    </>
  )
}

/** The form of an account page: one column of fields under a heading. */
export const EntryForm = (form: ComponentProps<'form'>) => (
  <form {...form} className="grid grid-cols-1 gap-4.5 text-pretty" />
)

/** A page that ends a form, with the next steps. */
export const EntryPart = (part: ComponentProps<'div'>) => (
  <div {...part} className="grid grid-cols-1 gap-4.5 text-pretty" />
)

/** The field of an account's email address. */
export const EmailField = (field: Omit<TextFieldProps, 'label'>) => (
  <TextField label={authTexts.email} name="email" type="email" autoComplete="username" required {...field} />
)

/** The field of the code in a message. */
export const MailCodeField = (field: Omit<TextFieldProps, 'label'>) => (
  <TextField
    label={authTexts.code}
    name="code"
    autoComplete="one-time-code"
    spellCheck={false}
    required
    hint={authTexts.codeHint}
    {...field}
  />
)
