import { runEvent } from '@netbox/contract'
import { createToolbox, type ToolRun, tools, withFindingUrls } from '@netbox/core'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { type SetClock, setClock } from '../support/set-clock.ts'
import { useApi } from '../support/use-api.ts'

const HOUR = 3_600_000
const NEVER = new Promise<void>(() => undefined)

/** Returns the limit, the remaining runs and the seconds until the reset, as the headers say. */
const rateIn = (headers: Headers) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))

/** Creates a gate that holds work until it is opened. */
const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Adds what only a service knows: the address of each finding's page, on its PUBLIC_URL. */
const withPages = (run: ToolRun): ToolRun => withFindingUrls(run, 'http://netbox.example')

describeOnEveryEngine('tools over HTTP', (open) => {
  const still = setClock('2026-11-20T23:55:00Z')
  // A run waits between its steps, for less time than the service's rounds. While `held` is set, it waits until it is canceled or released.
  let held: ReturnType<typeof gate> | undefined
  let waiting = 0
  const clock: SetClock = {
    ...still,
    wait: async (milliseconds, signal) => {
      if (milliseconds >= 10_000) return still.wait(milliseconds, signal)
      waiting++
      const step = held === undefined ? milliseconds : HOUR
      await Promise.race([held?.opened ?? NEVER, still.wait(step, signal)]).finally(() => waiting--)
    },
  }
  const api = useApi({ on: open, clock })

  const runsOf = async (userId: string) => {
    const query = api.core.database.queries.selectFrom('runs').selectAll().where('user_id', '=', userId)
    return query.execute()
  }

  const run = (bearer: string, id: string, body: unknown, headers: Record<string, string> = {}) =>
    api.call('tools.run', { params: { id }, body, bearer, headers })

  describe('the catalogue', () => {
    it('lists all tools in bytes that do not change', async () => {
      const [first, second] = [await api.call('tools.list'), await api.call('tools.list')]
      expect(first.body.tools.map(({ id }) => id)).toEqual(tools.map(({ id }) => id))
      expect(first.headers.get('etag')).toBe(second.headers.get('etag'))
      expect(first.headers.get('cache-control')).toBe('public, max-age=300')
      expect(first.text).toBe(second.text)
    })

    it('finds a tool by any of its names, with the shape of its results', async () => {
      const { body } = await api.call('tools.get', { params: { id: 'txt-records' } })
      expect(body.tool.id).toBe('txt-record')
      expect(body.tool.resultSchema).toHaveProperty('properties')
    })

    it('reports an unknown tool', async () => {
      const { code, text } = await api.call('tools.get', { params: { id: 'no-such-tool' } })
      expect(code).toBe('not_implemented')
      expect(text).toContain('Tool no-such-tool not implemented yet.')
    })
  })

  describe('a run', () => {
    it('returns the bytes that core returns for the same seed, scenario and time', async () => {
      const { bearer } = await api.user()
      const order = { seed: 'k3f9', scenario: 'mx-down', at: '2026-01-01T00:00:00Z' } as const
      const { body, headers } = await run(bearer, 'mx-record', { input: 'example.com', ...order })
      expect(body).toEqual(withPages(await createToolbox().run('mx-record', 'example.com', order)))
      expect(headers.get('x-netbox-simulated')).toBe('true')
      expect(rateIn(headers)).toEqual(['100', '99', '300'])
    })

    it('accepts a timeline instead of a scenario, even a long one, and records it', async () => {
      const { bearer, id } = await api.user()
      const instant = '2026-01-01T10:00:00Z'
      const order = {
        seed: 'k3f9',
        scenario: 'mx-down@2026-01-01T10:00:00Z..2026-01-01T10:30:00Z',
        at: instant,
      } as const
      const { body } = await run(bearer, 'mx-record', { input: 'example.com', ...order })
      expect(body).toEqual(withPages(await createToolbox().run('mx-record', 'example.com', order)))
      expect(body).toMatchObject({
        scenario: 'mx-down@2026-01-01T10:00Z..2026-01-01T10:30Z',
        verdict: { severity: 'critical' },
      })
      const hours = Array.from({ length: 10 }, (_, hour) => `catch-all@${10 + hour}:00..${10 + hour}:30`)
      const long = `healthy,${hours.join()}`
      expect(long.length).toBeGreaterThan(230)
      await run(bearer, 'mx-record', { input: 'example.com', ...order, scenario: long })
      expect((await runsOf(id)).map(({ scenario }) => scenario).toSorted()).toEqual([long, body.scenario].toSorted())
    })

    describe('with facts of your own', () => {
      const world = {
        hosts: { 'MX1.corp.example.': { smtp: { state: 'refused' } } },
        domains: { 'shop.example': { records: { MX: [{ priority: 10, exchange: 'mx1.corp.example' }] } } },
      } as const
      const order = { seed: 'k3f9', at: '2026-01-01T00:00:00Z' } as const

      it('returns the bytes that core returns, and is recorded with their canonical form', async () => {
        const { bearer, id } = await api.user()
        const { body, text } = await run(bearer, 'mx-record', { input: 'shop.example', ...order, world })
        expect(body).toEqual(withPages(await createToolbox().run('mx-record', 'shop.example', { ...order, world })))
        expect(body.verdict.sentence).toBe('No mail arrives at this domain.')
        const canonical = { ...world, hosts: { 'mx1.corp.example': { smtp: { state: 'refused' } } } }
        expect(body.world).toEqual(canonical)
        expect(text.indexOf('"domains"')).toBeLessThan(text.indexOf('"hosts"'))
        const [row] = await runsOf(id)
        const documents = await api.core.database.queries.selectFrom('world_documents').selectAll().execute()
        const own = documents.filter(({ user_id }) => user_id === id)
        expect(own.map(({ document }) => JSON.parse(document))).toEqual([canonical])
        const again = await run(bearer, 'mx-record', { input: 'shop.example', ...order, world: body.world })
        expect(again.body.result).toEqual(body.result)
        // The document of both runs is stored once.
        expect((await runsOf(id)).map((kept) => kept.world)).toEqual([row?.world, row?.world])
        expect(own.map((kept) => kept.id)).toEqual([row?.world])
      })

      it('contains them in its last event and in the export of the account; a run without any has none', async () => {
        const { bearer, id } = await api.user()
        const stream = { accept: 'text/event-stream' }
        const { text } = await run(bearer, 'mx-record', { input: 'shop.example', ...order, world }, stream)
        const [, last = ''] = text.split('event: succeeded\ndata: ')
        expect(v.parse(runEvent, JSON.parse(last))).toHaveProperty(['run', 'world', 'hosts', 'mx1.corp.example'])
        clock.advance(1)
        const { body } = await run(bearer, 'mx-record', { input: 'shop.example', ...order, world: null })
        expect(body).not.toHaveProperty('world')
        expect((await runsOf(id)).map((row) => row.world === null)).toEqual([false, true])
        const { runs } = (await api.call('account.export', { bearer })).body
        expect(runs.map((kept) => kept.world === null)).toEqual([false, true])
        expect(runs[0]?.world).toHaveProperty(['domains', 'shop.example', 'records', 'MX', 0, 'priority'], 10)
      })

      it('answers for an SPF record that includes itself, so one document stops nobody', async () => {
        const { bearer } = await api.user()
        const loop = `v=spf1 ${'include:a.example '.repeat(4)}-all`
        const stated = { domains: { 'a.example': { records: { TXT: [loop] } } } }
        const { body } = await run(bearer, 'spf-check', { input: 'a.example', ...order, world: stated })
        expect(body.verdict.sentence).toBe('Receivers give up: more than ten lookups, and ten are allowed.')
      })

      const names = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at}.example`, {}]))
      const text = (length: number) => ({ domains: { 'shop.example': { records: { TXT: ['x'.repeat(length)] } } } })

      it.each([
        ['world', 'Must be an object.', 'domains:\n  shop.example: { dns: nxdomain }'],
        ['world', 'Must be an object.', []],
        [
          'world',
          'Must be nested at most 8 levels deep.',
          { domains: JSON.parse(`${'{"a":'.repeat(8)}1${'}'.repeat(8)}`) },
        ],
        ['world', 'Must have at most 16384 bytes as JSON; it has 17053.', text(17_000)],
        ['world.domains', 'Must have at most 100 names.', { domains: names(101) }],
        ['world.domain', "Unknown field 'domain'. Did you mean 'domains'?", { domain: {} }],
        [
          'world.domains.shop.example.records.MX.1.priority',
          "Expected a whole number from 0 to 65535, not 'high'.",
          {
            domains: {
              'shop.example': {
                records: {
                  MX: [
                    { priority: 10, exchange: 'mx1.shop.example' },
                    { priority: 'high', exchange: 'mx2.shop.example' },
                  ],
                },
              },
            },
          },
        ],
        [
          'world.domains.shop.example.zone',
          "Unknown field 'zone'. Known fields: records, complete, update, transfer, secondaries, dns, dnssec, scenario.",
          { domains: { 'shop.example': { zone: './package.json' } } },
        ],
        [
          'world.keys',
          "Unknown field 'keys'. Known fields: domains, hosts, addresses, lists, faults, known, strict.",
          { keys: { deploy: { algorithm: 'hmac-sha256', secret: 'c2VjcmV0' } } },
        ],
        [
          'world.hosts.shop.example.http.routes.0.reply.file',
          "'file' is a path, which only world files have: the command reads it. Write the content as text or base64.",
          { hosts: { 'shop.example': { http: { routes: [{ path: '/', reply: { file: './package.json' } }] } } } },
        ],
        [
          'world.hosts.shop.example.http.openapi',
          "'openapi' is a path, which only world files have: the command reads it. List the routes.",
          { hosts: { 'shop.example': { http: { openapi: './api.yaml' } } } },
        ],
        [
          'world.hosts.mx1.shop.example.ports.25',
          "Port 25 can't be 'refused' where smtp.state is 'open'.",
          { hosts: { 'mx1.shop.example': { smtp: { state: 'open' }, ports: { 25: 'refused' } } } },
        ],
      ])('is refused at %s: %s', async (path, msg, stated) => {
        const { bearer, id } = await api.user()
        const answer = await run(bearer, 'mx-record', { input: 'shop.example', world: stated })
        expect([answer.code, answer.status]).toEqual(['validation_failed', 400])
        expect(answer.body).toMatchObject({ errors: [{ msg, path }] })
        expect(await runsOf(id)).toEqual([])
      })

      it('is refused at any depth of nesting', async () => {
        const { bearer } = await api.user()
        const levels = 100_000
        const response = await api.fetch('/api/tools/mx-record/run', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
          body: `{"input":"shop.example","world":${'{"a":'.repeat(levels)}1${'}'.repeat(levels + 1)}`,
        })
        expect(response.status).toBe(400)
        expect(await response.json()).toHaveProperty('errors.0.msg', 'Must be nested at most 8 levels deep.')
      })

      it('may be as large as the limit', async () => {
        const { bearer } = await api.user()
        const worlds = [
          { domains: names(100) },
          { domains: { 'shop.example': { records: { TXT: Array(4).fill('x'.repeat(4_000)) } } } },
        ]
        for (const stated of worlds)
          expect((await run(bearer, 'txt-record', { input: 'shop.example', world: stated })).status).toBe(200)
      })
    })

    it('is recorded with its count before it is acknowledged', async () => {
      const { bearer, id } = await api.user()
      const { body } = await run(bearer, 'mx', { input: 'Example.com ' })
      const [row, ...others] = await runsOf(id)
      expect(others).toEqual([])
      expect(row).toMatchObject({
        tool: 'mx-record',
        input: 'example.com',
        seed: body.seed,
        sentence: body.verdict.sentence,
      })
      const { usage, reset } = (await api.call('usage.list', { bearer })).body
      expect(usage.find(({ tool }) => tool === 'mx-record')).toEqual({
        tool: 'mx-record',
        used: 1,
        limit: 100,
        remaining: 99,
        reset: '2026-11-21T00:00:00.000Z',
      })
      expect(reset).toBe('2026-11-21T00:00:00.000Z')
    })

    it.each([
      ['input_required', 400, 'mx-record', { input: '  ' }],
      ['invalid_input', 400, 'mx-record', { input: 'not a domain' }],
      ['invalid_input', 400, 'mx-record', { input: 'exa\u0007mple.com' }],
      ['invalid_input', 400, 'mx-record', { input: 'example.com', scenario: 'no-such' }],
      ['invalid_input', 400, 'mx-record', { input: 'example.com', scenario: 'mx-down@10:00..' }],
      ['invalid_input', 400, 'mx-record', { input: 'example.com', at: 'never' }],
      ['validation_failed', 400, 'mx-record', { input: 7 }],
      ['validation_failed', 400, 'mx-record', {}],
      ['validation_failed', 400, 'mx-record', { input: 'example.com', delay: 'slow' }],
      ['upgrade_required', 403, 'dns-diagnostic', { input: 'example.com' }],
      ['upgrade_required', 403, 'email-migration', { input: 'imap.example.com' }],
      ['not_implemented', 404, 'nothing', { input: 'example.com' }],
    ])('is refused with %s (%d) and costs nothing: %s %j', async (code, status, tool, body) => {
      const { bearer, id } = await api.user()
      const answer = await run(bearer, tool, body)
      expect([answer.code, answer.status]).toEqual([code, status])
      expect(await runsOf(id)).toEqual([])
      const { usage } = (await api.call('usage.list', { bearer })).body
      expect(usage.every(({ used }) => used === 0)).toBe(true)
    })

    it("ends at the daily limit with the spec's text, and starts again after midnight UTC", async () => {
      const { bearer, id } = await api.user()
      for (let count = 0; count < 25; count++)
        expect((await run(bearer, 'trace', { input: '198.51.100.7' })).status).toBe(200)
      const refused = await run(bearer, 'TRACEROUTE', { input: '198.51.100.7' })
      expect([refused.code, refused.status]).toEqual(['daily_limit_reached', 429])
      expect(rateIn(refused.headers)).toEqual(['25', '0', refused.headers.get('retry-after')])
      const streamed = await run(bearer, 'trace', { input: '198.51.100.7' }, { accept: 'text/event-stream' })
      expect(rateIn(streamed.headers), 'as a stream').toEqual(['25', '0', '300'])
      expect(refused.text).toContain(
        'Daily limit reached: 25 runs of Traceroute per day on the Free plan. Resets at 00:00 UTC.',
      )
      expect(refused.headers.get('retry-after')).toBe('300')
      expect(await runsOf(id)).toHaveLength(25)
      clock.advance(300_000)
      expect((await run(bearer, 'traceroute', { input: '198.51.100.7' })).body.usage).toMatchObject({
        dailyUsed: 1,
        remaining: 24,
      })
      clock.advance(-300_000)
    })

    it('grants exactly the rest to concurrent requests', async () => {
      const { bearer, id } = await api.user()
      const answers = await Promise.all(
        Array.from({ length: 80 }, () => run(bearer, 'ping-test', { input: '198.51.100.7' })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
      expect(answers.filter(({ code }) => code === 'daily_limit_reached')).toHaveLength(30)
      expect(await runsOf(id)).toHaveLength(50)
    })

    it('takes no slot from others while it waits, as long as the spec says', async () => {
      const users = await Promise.all(Array.from({ length: 52 }, () => api.user({ plan: 'enterprise' })))
      held = gate()
      const slow = users.flatMap(({ bearer }) =>
        Array.from({ length: 10 }, () => run(bearer, 'tcp', { input: 'example.com:80', delay: true })),
      )
      await expect.poll(() => waiting, { timeout: 60_000 }).toBe(520)
      const { bearer } = await api.user()
      expect((await run(bearer, 'mx-record', { input: 'example.com' })).status).toBe(200)
      held.open()
      const statuses = (await Promise.all(slow)).map(({ status }) => status)
      held = undefined
      expect(new Set(statuses)).toEqual(new Set([200]))
    })

    it('is without limit on the enterprise plan', async () => {
      const { bearer } = await api.user({ plan: 'enterprise' })
      const { body, headers } = await run(bearer, 'mx-record', { input: 'example.com' })
      expect(body.usage).toMatchObject({ dailyLimit: -1, remaining: -1 })
      expect(headers.has('ratelimit-limit')).toBe(false)
    })
  })

  describe('a run as a stream', () => {
    const stream = { accept: 'text/event-stream' }
    const eventsIn = (text: string) =>
      text
        .split('\n\n')
        .filter((block) => block.includes('data: '))
        .map((block) => v.parse(runEvent, JSON.parse(block.slice(block.indexOf('data: ') + 6))))

    it('sends the events as they happen and ends with the run, counted once', async () => {
      const { bearer, id } = await api.user()
      const answer = await run(bearer, 'mx-record', { input: 'example.com' }, stream)
      expect(answer.headers.get('content-type')).toBe('text/event-stream')
      expect(answer.headers.get('x-netbox-simulated')).toBe('true')
      expect(rateIn(answer.headers)).toEqual(['100', '99', '300'])
      const events = eventsIn(answer.text)
      expect(events[0]?.type).toBe('started')
      const last = events.at(-1)
      expect(last?.type === 'succeeded' && last.run.usage.dailyUsed).toBe(1)
      expect(answer.text).toContain('event: progress\ndata: ')
      expect(await runsOf(id)).toHaveLength(1)
    })

    it('ends when the client disconnects, and then costs nothing', async () => {
      const { bearer, id } = await api.user()
      held = gate()
      const leaving = new AbortController()
      const response = await api.fetch('/api/tools/mx-record/run', {
        method: 'POST',
        signal: leaving.signal,
        headers: { ...stream, 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify({ input: 'example.com', delay: true }),
      })
      const reader = response.body?.getReader()
      await reader?.read()
      const streams = () => /^netbox_http_streams_open (\d+)$/m.exec(metrics)?.[1]
      let metrics = await api.metrics()
      expect(streams()).toBe('1')
      leaving.abort()
      while (streams() !== '0') metrics = await api.metrics()
      await expect.poll(() => waiting, { message: 'the run itself has ended' }).toBe(0)
      held = undefined
      expect(await runsOf(id)).toEqual([])
      expect((await run(bearer, 'mx-record', { input: 'example.com' })).body.usage.dailyUsed).toBe(1)
    })

    it('uses slots that one user can’t exhaust', async () => {
      const { bearer } = await api.user({ plan: 'enterprise' })
      held = gate()
      const codes: unknown[] = []
      const runs = Array.from({ length: 15 }, async () =>
        codes.push((await run(bearer, 'tcp', { input: 'example.com:80', delay: true }, stream)).code),
      )
      await expect.poll(() => [codes.length, waiting]).toEqual([5, 10])
      held.open()
      await Promise.all(runs)
      held = undefined
      expect(codes).toEqual([...Array(5).fill('rate_limited'), ...Array(10).fill(undefined)])
    })

    it('answers a refusal with its status, as without a stream', async () => {
      const { bearer } = await api.user()
      expect((await run(bearer, 'dns-diagnostic', { input: 'example.com' }, stream)).code).toBe('upgrade_required')
    })
  })

  it('answers service_off while the switch is off, and runs again after it is on', async () => {
    const { bearer } = await api.user()
    const turn = (is_enabled: 0 | 1) =>
      api.core.database.writer
        .updateTable('service_controls')
        .set({ is_enabled })
        .where('service_name', '=', 'tool_api')
        .execute()
    await turn(0)
    clock.advance(1000)
    const off = await run(bearer, 'mx-record', { input: 'example.com' })
    expect([off.code, off.status]).toEqual(['service_off', 403])
    await turn(1)
    clock.advance(1000)
    expect((await run(bearer, 'mx-record', { input: 'example.com' })).status).toBe(200)
  })
})
