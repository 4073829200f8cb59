import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { fieldText } from './field-text.ts'
import { mockApi, visit } from './visit.tsx'

/** The path of the form. */
export const SCREEN = '/email-migration'
/** The password of both mailboxes. */
export const SECRET = 'battery staple'

/** Opens the form as a user with the necessary plan. */
export const onPro = async () => visit(SCREEN, { as: mockApi().addUser({ plan: 'pro' }) })

/** Waits for the fields of a mailbox. */
export const side = async (name: 'Source' | 'Destination') =>
  within(await screen.findByRole('group', { name: `${name} mailbox` }))

type Side = Awaited<ReturnType<typeof side>>

/** Returns a field of a mailbox. */
export const field = (mailbox: Side, label: string): HTMLInputElement => mailbox.getByLabelText<HTMLInputElement>(label)

/** Reads a field of a mailbox. */
export const valueOf = (mailbox: Side, label: string): string => fieldText(field(mailbox, label))

/** Finds the button that starts the migration. */
export const start = (): HTMLElement => screen.getByRole('button', { name: /^Start/ })

/** Returns whether the form can be submitted. */
export const isReady = (): boolean => !start().hasAttribute('disabled')

/** Replaces the text of a field. */
export const fill = async (user: UserEvent, mailbox: Side, label: string, text: string): Promise<void> => {
  await user.clear(field(mailbox, label))
  await user.click(field(mailbox, label))
  await user.paste(text)
}

const fillSide = async (user: UserEvent, name: 'Source' | 'Destination', host: string): Promise<void> => {
  const mailbox = await side(name)
  await fill(user, mailbox, 'IMAP host', host)
  await fill(user, mailbox, 'Email address', `ana@${host.replace('imap.', '')}`)
  await fill(user, mailbox, 'Password', SECRET)
}

/** Fills in both mailboxes. */
export const fillForm = async (user: UserEvent, from = 'imap.old.example'): Promise<void> => {
  await fillSide(user, 'Source', from)
  await fillSide(user, 'Destination', 'imap.new.example')
}

/** Reads the passwords of both mailboxes. */
export const passwords = async (): Promise<string[]> => [
  valueOf(await side('Source'), 'Password'),
  valueOf(await side('Destination'), 'Password'),
]

/** Waits for the list of migrations. */
export const requests = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name: 'Your migrations' })).getAllByRole('listitem')
