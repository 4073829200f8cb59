import { openWorld } from '@netbox/core'
import { mailHostAt, queryDns } from '@netbox/core/dns'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { session } from '../../texts/serve.ts'
import { ServeSession } from './serve-session.tsx'

const textOf = (id: string): string =>
  session
    .filter((part) => part.id === id)
    .flatMap(({ lines }) => lines.map((line) => (typeof line === 'string' ? line : line[1])))
    .join('\n')

it('shows the output of programs in the world of this seed', () => {
  const { world } = openWorld({ seed: 'k3f9', scenario: 'mx-down' }, Date.now)
  const records = queryDns(world, 'mail.example', 'MX').records
  expect(textOf('dig').split('\n').slice(1)).toEqual(
    records.map(({ priority, exchange }) => `${priority} ${exchange}.`),
  )
  expect(records.map(({ exchange }) => mailHostAt(world, exchange).answers)).toEqual([false, true, true])
  const [first, second] = records.map(({ exchange }) => exchange)
  expect(textOf('swaks')).toContain(`Error connecting to ${first}:25`)
  expect(textOf('openssl')).toContain(`Peer certificate: CN = ${second}`)
})

it('has all lines as text, with a prompt before typed ones', () => {
  const shown = renderToStaticMarkup(<ServeSession />).replaceAll(/<[^>]+>/g, '')
  expect(shown).toContain('$ dig +short mail.example MX\n10 mx1.mail.example.\n20 mx2.mail.example.')
})
