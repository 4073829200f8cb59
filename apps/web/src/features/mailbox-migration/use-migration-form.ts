import type { BodyInput } from '@netbox/contract'
import {
  emptyMailbox,
  IMAP_PORT,
  type MailboxField,
  type MailboxForm,
  type MailboxSide,
  type MigrationForm,
  parsePort,
} from '@netbox/product'
import { useState } from 'react'

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
