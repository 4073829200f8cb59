import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import { type Member, type Person, readSession, register, type Session, signIn } from './people.ts'

/** The runs of one user with one tool on one day, against a limit. */
export interface Contest {
  readonly member: Member
  readonly tool: string
  acknowledged: number
  /** Responses that leave open whether the run was counted. */
  open: number
  /** Whether a response said that the limit is reached. */
  over: boolean
}

/** The acknowledged writes, to check in the database. */
export interface Ledger {
  /** Runs without a limit, by user. */
  readonly runs: Map<string, { acknowledged: number; open: number }>
  readonly contests: Contest[]
  /** Ids of ended sessions, and of users whose sessions were ended. */
  readonly ended: string[]
  /** The valid sessions. */
  readonly living: Map<string, Session>
  readonly counts: { signIns: number; refreshes: number; logouts: number; suspensions: number }
  /** Responses that contradict an earlier acknowledged one. */
  readonly broken: string[]
}

/** The tools in the tests of limits, with the daily limits of the free plan. */
export const LIMITS: Readonly<Record<string, number>> = {
  'ping-test': 50,
  'a-record': 100,
  'mx-record': 100,
  'txt-record': 100,
  'soa-record': 100,
  'whois-lookup': 50,
  'spf-check': 50,
  'https-test': 50,
}
const PAUSE = 5

export const createLedger = (): Ledger => ({
  runs: new Map(),
  contests: [],
  ended: [],
  living: new Map(),
  counts: { signIns: 0, refreshes: 0, logouts: 0, suspensions: 0 },
  broken: [],
})

const runTool = (client: Client, { bearer, address }: Session, tool: string) =>
  client.call(`/tools/${tool}/run`, { method: 'POST', bearer, address, body: { input: 'example.com' } })

/** Runs a tool without a limit until it is stopped. */
export const runOn = async (client: Client, ledger: Ledger, user: Member, stop: AbortSignal) => {
  const count = { acknowledged: 0, open: 0 }
  ledger.runs.set(user.id, count)
  while (!stop.aborted) {
    const { status, text } = await runTool(client, user.session, 'mx-record')
    if (status === 200) count.acknowledged += 1
    else if (status === 503) count.open += 1
    else ledger.broken.push(`run without a limit: ${status} ${text.slice(0, 200)}`)
    await wait(PAUSE)
  }
}

/** Uses up one limit after the other, with many concurrent requests. */
export const contest = (client: Client, ledger: Ledger, members: readonly Member[], stop: AbortSignal) => {
  const first = ledger.contests.length
  for (const member of members)
    for (const tool of Object.keys(LIMITS))
      ledger.contests.push({ member, tool, acknowledged: 0, open: 0, over: false })
  let current = first
  return async (): Promise<void> => {
    while (!stop.aborted) {
      const turn = current
      const held = ledger.contests[turn]
      if (held === undefined) return
      const { status, code, text } = await runTool(client, held.member.session, held.tool)
      if (status === 200) held.acknowledged += 1
      else if (status === 503) held.open += 1
      else if (code === 'daily_limit_reached') {
        held.over = true
        current = Math.max(current, turn + 1)
      } else ledger.broken.push(`run with a limit: ${status} ${text.slice(0, 200)}`)
      await wait(PAUSE)
    }
  }
}

const expectEverywhere = async (client: Client, ledger: Ledger, session: Session, status: number, what: string) => {
  const { bearer, address } = session
  for (let process = 0; process < client.processes; process += 1) {
    const answer = await client.insist('/auth/verify', { bearer, address }, process)
    if (answer.status !== status) ledger.broken.push(`${what}: ${answer.status} from process ${process}`)
  }
}

/** Signs in, refreshes and signs out repeatedly, and checks the result at every process. */
export const comeAndGo = async (client: Client, ledger: Ledger, person: Person, stop: AbortSignal): Promise<void> => {
  while (!stop.aborted) {
    let session = await signIn(client, person)
    if (session === undefined) {
      ledger.broken.push('signing in was refused')
      await wait(1000)
      continue
    }
    ledger.counts.signIns += 1
    await expectEverywhere(client, ledger, session, 200, 'after signing in')
    const body = { refresh_token: session.refreshToken }
    const refreshed = await client.insist('/auth/refresh', { method: 'POST', body, address: session.address })
    if (refreshed.status === 200) {
      session = readSession(refreshed.text, session.address)
      ledger.counts.refreshes += 1
      await expectEverywhere(client, ledger, session, 200, 'after refreshing')
    } else ledger.broken.push(`refreshing: ${refreshed.status} ${refreshed.text.slice(0, 200)}`)
    const out = await client.insist('/auth/logout', {
      method: 'POST',
      bearer: session.bearer,
      address: session.address,
    })
    if (out.status === 200) ledger.ended.push(session.id)
    else if (out.tries === 1) ledger.broken.push(`signing out: ${out.status}`)
    ledger.counts.logouts += 1
    await expectEverywhere(client, ledger, session, 401, 'after signing out')
    const again = await client.insist('/auth/refresh', {
      method: 'POST',
      body: { refresh_token: session.refreshToken },
      address: session.address,
    })
    if (again.status !== 401) ledger.broken.push(`refreshing after signing out: ${again.status}`)
  }
}

/** Suspends a signed-in user, and activates them again. */
export const suspendAndActivate = async (
  client: Client,
  ledger: Ledger,
  { admin, person }: { admin: Session; person: Person },
  stop: AbortSignal,
): Promise<void> => {
  const change = (status: string) =>
    client.insist(`/admin/profiles/${person.id}`, { method: 'PATCH', bearer: admin.bearer, body: { status } })
  while (!stop.aborted) {
    const session = await signIn(client, person)
    if (session === undefined) {
      ledger.broken.push('signing in after an activation was refused')
      await wait(1000)
      continue
    }
    const suspended = await change('disabled')
    if (suspended.status !== 200) ledger.broken.push(`suspending: ${suspended.status} ${suspended.text.slice(0, 200)}`)
    ledger.counts.suspensions += 1
    ledger.ended.push(session.id)
    await expectEverywhere(client, ledger, session, 401, 'after a suspension')
    await change('active')
    await expectEverywhere(client, ledger, session, 401, 'after an activation, with an ended session')
  }
}

/** Registers users one after the other; their sessions must last. */
export const arrive = async (client: Client, ledger: Ledger, stop: AbortSignal): Promise<void> => {
  while (!stop.aborted) {
    await wait(200)
    const person = await register(client).catch((error: unknown) => {
      ledger.broken.push(String(error))
    })
    if (person === undefined) continue
    ledger.living.set(person.id, person.session)
    await expectEverywhere(client, ledger, person.session, 200, 'after registering')
  }
}
