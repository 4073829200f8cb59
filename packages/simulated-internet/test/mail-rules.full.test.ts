import { Resolver } from 'node:dns/promises'
import type { WorldDocument } from '@netbox/core'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { startInternet, startMailServer } from '../src/index.ts'
import { hasPrograms, outputOf } from './support/programs.ts'

/* Mail clients meet the rules of a mail server as the tools report them: smtplib of Python and swaks over real protocols, nodemailer at the server of the library. */

type Smtp = NonNullable<NonNullable<WorldDocument['hosts']>[string]['smtp']>
type Rule = NonNullable<Smtp['rules']>[number]

const TO = 'postmaster@mail.example'

const documentWith = (...rules: Rule[]): WorldDocument => ({ hosts: { 'mx1.mail.example': { smtp: { rules } } } })

/** Starts an internet, and returns a function that delivers messages with smtplib, which prints the outcome of each. */
const openWith = async (...rules: Rule[]) => {
  const internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world: documentWith(...rules) })
  const { port = 0 } = internet.endpoints.find(({ protocol }) => protocol === 'smtp') ?? {}
  const resolver = new Resolver()
  resolver.setServers([`${internet.dns.host}:${internet.dns.port}`])
  const [host = ''] = await resolver.resolve4('mx1.mail.example')
  const deliver = async (...senders: string[]) => {
    const script = `
import smtplib, sys
for sender in ${JSON.stringify(senders)}:
    try:
        with smtplib.SMTP('${host}', ${port}, timeout=5) as server: server.sendmail(sender, ['${TO}'], 'Subject: x\\r\\n\\r\\nHello' + 'x' * 100000)
        print('delivered')
    except smtplib.SMTPRecipientsRefused as error: print(*error.recipients['${TO}'])
    except (smtplib.SMTPServerDisconnected, ConnectionError) as error: print('disconnected')
`
    return (await outputOf('/usr/bin/python3', ['-c', script])).trim().split('\n')
  }
  return { internet, host, port, deliver, [Symbol.asyncDispose]: async () => internet.close() }
}

describe('a mail server with rules', () => {
  it('replies by the rules to smtplib, and counts until the document changes', async () => {
    const rules: Rule[] = [
      { match: { from: '@news.example', nth: '1..2' }, do: { reply: '451 4.7.1 Too many messages' } },
      { match: { from: 'spam@bad.example' }, do: { reply: '550 5.7.1 No thanks' } },
    ]
    await using world = await openWith(...rules)
    const senders = ['a@news.example', 'spam@bad.example', 'ana@good.example', 'b@news.example', 'c@news.example']
    const expected = [
      "451 b'4.7.1 Too many messages'",
      "550 b'5.7.1 No thanks'",
      'delivered',
      "451 b'4.7.1 Too many messages'",
      'delivered',
    ]
    expect(await world.deliver(...senders)).toEqual(expected)
    expect(world.internet.messages).toHaveLength(2)
    expect(await world.deliver('a@news.example')).toEqual(['delivered'])
    await world.internet.set({ world: documentWith(...rules) })
    expect(await world.deliver(...senders)).toEqual(expected)
    expect(world.internet.requests.filter(({ answer }) => answer.endsWith('by a rule'))).toHaveLength(6)
  })

  it('closes connections before the greeting, and while it receives a message', async () => {
    await using first = await openWith({ match: { nth: 1 }, do: { close: 'before-greeting' } })
    expect(await first.deliver('a@x.example', 'a@x.example')).toEqual(['disconnected', 'delivered'])
    await using second = await openWith({ match: { nth: 1 }, do: { close: 'in-data' } })
    expect(await second.deliver('a@x.example', 'a@x.example')).toEqual(['disconnected', 'delivered'])
    expect(second.internet.messages).toHaveLength(1)
  })

  it.skipIf(!hasPrograms(['swaks'], 'mail'))('defers what exceeds a rate, as swaks sees it', async () => {
    const { internet, host, port } = await openWith({ match: { rate: '2/h' }, do: { reply: '452 4.3.1 Slow down' } })
    const seen: boolean[] = []
    for (let message = 0; message < 3; message++) {
      const given = ['--to', TO, '--from', 'ana@good.example', '--server', host, '--port', `${port}`]
      const output = await outputOf('swaks', given).catch((error: unknown) => (error as { stdout: string }).stdout)
      seen.push(output.includes('452 4.3.1 Slow down'))
    }
    await internet.close()
    expect(seen).toEqual([false, false, true])
  })

  it('holds in the library, as nodemailer sees it', async () => {
    const world = documentWith(
      { match: { nth: 1 }, do: { reply: '451 4.7.1 Later' } },
      { match: { rcpt: TO, nth: 1 }, do: { close: 'in-data' } },
    )
    const server = await startMailServer({ domain: 'mail.example', seed: 'k3f9', scenario: 'healthy', world })
    const transport = createTransport({ host: server.host, port: server.port, ignoreTLS: true })
    const send = async () =>
      transport.sendMail({ from: 'ana@good.example', to: TO, text: 'Hello' }).then(
        () => 'delivered',
        (error: unknown) =>
          String((error as { responseCode?: number; code?: string }).responseCode ?? (error as { code?: string }).code),
      )
    expect([await send(), await send(), await send()]).toEqual(['451', 'ECONNECTION', 'delivered'])
    expect(server.refusals.map(({ code }) => code)).toEqual([451])
    await server.close()
  })
})
