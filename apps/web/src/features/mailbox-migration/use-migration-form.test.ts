import { emptyMailbox, type MigrationForm } from '@netbox/product'
import { expect, it } from 'vitest'
import { requestOf, withoutPasswords } from './mailbox-migration.tsx'

const form: MigrationForm = {
  source: { ...emptyMailbox, host: ' imap.old.example ', port: '', email: ' ana@old.example', password: ' pass word ' },
  destination: { ...emptyMailbox, host: 'imap.new.example', port: '143', email: 'ana@new.example', password: 'x' },
}

it('sends trimmed fields, the default port for none, and the passwords as they are', () => {
  expect(requestOf(form)).toEqual({
    source_host: 'imap.old.example',
    source_port: 993,
    source_email: 'ana@old.example',
    source_password: ' pass word ',
    destination_host: 'imap.new.example',
    destination_port: 143,
    destination_email: 'ana@new.example',
    destination_password: 'x',
  })
})

it('clears only the passwords', () => {
  const { source, destination } = withoutPasswords(form)
  expect([source.password, destination.password]).toEqual(['', ''])
  expect([source.host, destination.email]).toEqual([form.source.host, form.destination.email])
})
