import type { Clock } from '@netbox/core'
import { fakeClock } from '@netbox/core/testing'
import { beforeEach, expect, it } from 'vitest'
import { freshEmail } from '../../test/support/accounts.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'
import type { Database } from '../database/database.ts'
import type { OutboxTable } from '../schema.ts'
import { systemClock } from '../clock.ts'
import type { Mailer } from './smtp-mailer.ts'
import { createOutbox } from './outbox.ts'
import { type Addressed, createSender, type SenderOptions } from './sender.ts'

const SECOND = 1000

const addressTo = async ({
  recipient: to,
  template,
}: Pick<OutboxTable, 'recipient' | 'template'>): Promise<Addressed> => ({
  to,
  isNotice: template === 'password-changed',
  write: async () => ({ to, subject: 's', text: 't' }),
})

const unlimited: SenderOptions['take'] = async () => ({ isAllowed: true, release: async () => {} })

/** Creates a mailer that records messages, after running a given step. */
const notingMailer = (onTheWay: () => Promise<void> = async () => {}) => {
  const carried: { readonly to: string; readonly id: string }[] = []
  const mailer: Mailer = {
    send: async ({ to }, id) => {
      await onTheWay()
      carried.push({ to, id })
    },
    close: () => {},
  }
  return { carried, mailer }
}

const refusingMailer: Mailer = {
  send: () => Promise.reject(new Error('451 try again later \u{1F4EC}'.repeat(100))),
  close: () => {},
}

const senderOver = (database: Database, mailer: Mailer, more: Partial<SenderOptions> = {}) =>
  createSender({ database, clock: fakeClock(), mailer, addressMessage: addressTo, take: unlimited, ...more })

const post = async (database: Database, clock = fakeClock()): Promise<string> => {
  const recipient = freshEmail()
  await createOutbox(clock, () => undefined).post(database.writer, { recipient, template: 'recover' })
  return recipient
}

const rowOf = (database: Database, recipient: string) =>
  database.queries.selectFrom('outbox').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()

describeOnEveryEngine('the sender', (open) => {
  beforeEach(async () => {
    const database = await open()
    await database.writer.deleteFrom('outbox').execute()
  })

  it('sends each mail once, oldest first, with the row’s id', async () => {
    const database = await open()
    const clock = fakeClock()
    const recipients: string[] = []
    for (let index = 0; index < 45; index++) {
      recipients.push(await post(database, clock))
      clock.advance(1)
    }
    const { carried, mailer } = notingMailer()
    const sender = senderOver(database, mailer, { clock })
    expect(await sender.sendDue()).toBe(45)
    expect(await sender.sendDue()).toBe(0)
    expect(carried.map(({ to }) => to)).toEqual(recipients)
    expect(carried[0]?.id).toBe((await rowOf(database, recipients[0] ?? '')).id)
  })

  it('sends nothing twice when four processes send at the same time', async () => {
    const clock = fakeClock()
    const databases = await Promise.all(Array.from({ length: 4 }, () => open()))
    const recipients: string[] = []
    for (const database of databases)
      for (let index = 0; index < 30; index++) recipients.push(await post(database, clock))
    const { carried, mailer } = notingMailer(() => new Promise((resolve) => setImmediate(resolve)))
    const senders = databases.map((database) => senderOver(database, mailer, { clock }))
    await Promise.all(senders.map((sender) => sender.sendDue()))
    // A sender that fails to claim mail leaves it to the other sender; the second round sends the rest.
    await Promise.all(senders.map((sender) => sender.sendDue()))
    expect(carried.map(({ to }) => to).toSorted()).toEqual(recipients.toSorted())
  })

  it('skips a mail that another process is sending, and takes it over when that process is gone', async () => {
    const database = await open()
    const clock = fakeClock()
    await post(database, clock)
    const stuck = notingMailer(() => new Promise(() => {}))
    void senderOver(database, stuck.mailer, { clock }).sendDue()
    await expect
      .poll(
        async () =>
          (
            await database.queries
              .selectFrom('outbox')
              .select('id')
              .where('attempts', '=', 1)
              .where('sent_at', 'is', null)
              .execute()
          ).length,
      )
      .toBe(1)
    const { carried, mailer } = notingMailer()
    const other = senderOver(database, mailer, { clock })
    clock.advance(5 * 60 * SECOND)
    await other.sendDue()
    expect(carried).toHaveLength(0)
    clock.advance(5 * 60 * SECOND)
    await other.sendDue()
    expect(carried).toHaveLength(1)
  })

  it('tries again after half a minute, then after twice as long each time, and gives up after eight tries', async () => {
    const database = await open()
    const clock = fakeClock()
    const recipient = await post(database, clock)
    const warnings: object[] = []
    const sender = senderOver(database, refusingMailer, {
      clock,
      log: { info: () => undefined, warn: (fields) => warnings.push(fields) },
    })
    const pauses: number[] = []
    for (let tries = 1; tries <= 8; tries++) {
      await sender.sendDue()
      const { attempts, next_attempt_at: next } = await rowOf(database, recipient)
      expect(attempts).toBe(tries)
      pauses.push((next - clock.now()) / SECOND)
      clock.advance(next - clock.now() - 1)
      await sender.sendDue()
      expect((await rowOf(database, recipient)).attempts, 'not before its time').toBe(tries)
      clock.advance(1)
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600])
    clock.advance(365 * 24 * 3600 * SECOND)
    await sender.sendDue()
    const row = await rowOf(database, recipient)
    expect(row).toMatchObject({ attempts: 8, sent_at: null })
    expect(row.last_error?.length).toBeLessThanOrEqual(500)
    expect(warnings).toHaveLength(1)
    expect(JSON.stringify(warnings)).not.toContain(recipient)
  })

  it('logs a broken server once, and its recovery, and counts every try', async () => {
    const database = await open()
    const clock = fakeClock()
    for (let mail = 0; mail < 3; mail++) await post(database, clock)
    const lines: string[] = []
    const note = (_fields: object, message: string) => void lines.push(message)
    const outcomes: Record<string, string>[] = []
    let isBroken = true
    const mailer: Mailer = {
      send: () => (isBroken ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve()),
      close: () => undefined,
    }
    const counted = { inc: (labels: Record<string, string>) => void outcomes.push(labels) }
    const sender = senderOver(database, mailer, { clock, log: { info: note, warn: note }, counted })
    await sender.sendDue()
    expect(lines).toEqual(['The mail server refuses mail, which waits for the next try: connect ECONNREFUSED'])
    isBroken = false
    clock.advance(60 * SECOND)
    await sender.sendDue()
    expect(lines.slice(1)).toEqual(['The mail server accepts mail again'])
    expect(outcomes.map(({ outcome }) => outcome).join(' ')).toBe('failed failed failed done done done')
  })

  it('continues with the next mail when one is refused, or its recipient no longer exists', async () => {
    const database = await open()
    const clock = fakeClock()
    const [gone, refused, good] = [
      await post(database, clock),
      await post(database, clock),
      await post(database, clock),
    ]
    const { carried, mailer } = notingMailer()
    const sender = senderOver(database, mailer, {
      clock,
      addressMessage: async (mail) => {
        if (mail.recipient === gone) return undefined
        if (mail.recipient === refused) throw new Error('no')
        return addressTo(mail)
      },
    })
    await sender.sendDue()
    expect(carried.map(({ to }) => to)).toEqual([good])
    expect(await rowOf(database, gone)).toMatchObject({ sent_at: clock.now(), attempts: 1 })
    expect(await rowOf(database, refused)).toMatchObject({ sent_at: null, last_error: 'no' })
  })

  it('sends no more than the limit of a recipient: drops messages with codes, and lets notices wait', async () => {
    const database = await open()
    const clock = fakeClock()
    const outbox = createOutbox(clock, () => undefined)
    const recipient = freshEmail()
    let room = 1
    const take: SenderOptions['take'] = async () => {
      if (room === 0) return { isAllowed: false, retryAfter: 60 }
      room -= 1
      return {
        isAllowed: true,
        release: async () => {
          room += 1
        },
      }
    }
    await outbox.post(database.writer, { recipient, template: 'recover' })
    await senderOver(database, refusingMailer, { clock, take }).sendDue()
    expect(room, 'a refused message does not count').toBe(1)
    const { carried, mailer } = notingMailer()
    const sender = senderOver(database, mailer, { clock, take })
    clock.advance(30 * SECOND)
    await sender.sendDue()
    const [dropped, notice] = [freshEmail(), freshEmail()]
    await outbox.post(database.writer, { recipient: dropped, template: 'recover' })
    await outbox.post(database.writer, { recipient: notice, template: 'password-changed' })
    await sender.sendDue()
    expect(carried.map(({ to }) => to)).toEqual([recipient])
    expect(await rowOf(database, dropped)).toMatchObject({
      sent_at: clock.now(),
      last_error: expect.any(String) as string,
    })
    expect(await rowOf(database, notice)).toMatchObject({ sent_at: null, attempts: 0 })
    room = 1
    clock.advance(60 * SECOND)
    await sender.sendDue()
    expect(carried.map(({ to }) => to)).toEqual([recipient, notice])
  })

  it('runs until it is stopped, can be woken, and finishes the mail that it is sending', async () => {
    const database = await open()
    const clock = systemClock()
    let deliver = () => {}
    const { carried, mailer } = notingMailer(() => new Promise((resolve) => (deliver = resolve)))
    const sender = senderOver(database, mailer, { clock })
    const outbox = createOutbox(clock, () => sender.wake())
    sender.start()
    const [first, second] = [freshEmail(), freshEmail()]
    await outbox.post(database.writer, { recipient: first, template: 'recover' })
    outbox.wake()
    await expect.poll(async () => (await rowOf(database, first)).attempts, { timeout: 30_000 }).toBe(1)
    await outbox.post(database.writer, { recipient: second, template: 'recover' })
    const stopped = sender.stop()
    deliver()
    await stopped
    expect(carried.map(({ to }) => to)).toEqual([first])
    expect(await rowOf(database, first)).toMatchObject({ sent_at: expect.any(Number) as number })
    expect(await rowOf(database, second)).toMatchObject({ attempts: 0 })
  })

  it('stops waiting for a server that does not answer', async () => {
    const database = await open()
    const recipient = await post(database)
    const { mailer } = notingMailer(() => new Promise(() => {}))
    const waits: number[] = []
    const clock = fakeClock()
    const watched: Clock = {
      now: () => clock.now(),
      wait: async (milliseconds) => {
        waits.push(milliseconds)
      },
    }
    const sender = senderOver(database, mailer, { clock: watched })
    sender.start()
    await expect.poll(async () => (await rowOf(database, recipient)).attempts, { timeout: 30_000 }).toBe(1)
    await sender.stop()
    expect(waits).toEqual([5 * SECOND])
    expect(await rowOf(database, recipient)).toMatchObject({
      sent_at: null,
      next_attempt_at: clock.now() + 600 * SECOND,
    })
  })

  it('loses no mail when a transaction fails, and writes none for it', async () => {
    const database = await open()
    const recipient = freshEmail()
    const outbox = createOutbox(fakeClock(), () => undefined)
    const failing = database.transaction(async (queries) => {
      await outbox.post(queries, { recipient, template: 'confirm' })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    const rows = await database.queries.selectFrom('outbox').select('id').where('recipient', '=', recipient).execute()
    expect(rows).toEqual([])
  })
})
