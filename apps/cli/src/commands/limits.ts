import {
  DAY,
  HOUR,
  MINUTE,
  plainText,
  type PlanId,
  planName,
  table,
  type ToolDefinition,
  tools,
  usageOf,
} from '@netbox/core'
import { exitCodes } from '../exit.ts'
import { jsonText } from '../output/json.ts'
import { painted, unpainted } from '../output/terminal.ts'
import type { Command, Context } from './context.ts'
import { limitText, runsOf } from '../output/limit-text.ts'

/** Returns the next start of a UTC day, when all counters reset. */
export const nextReset = (now: number): number => (Math.floor(now / DAY) + 1) * DAY

/** Formats the time until the next reset: `4 h 12 min`. */
export const untilReset = (now: number): string => {
  const left = nextReset(now) - now
  const hours = Math.floor(left / HOUR)
  return `${hours > 0 ? `${hours} h ` : ''}${Math.floor((left % HOUR) / MINUTE)} min`
}

/** Returns today's usage of each tool. */
export const usageRows = ({ state, plan }: Context, now: number) => {
  const store = state.usage()
  const day = new Date(now).toISOString().slice(0, 10)
  const rows = tools.map((tool: ToolDefinition) => {
    const limit = runsOf(tool, plan())
    const used = store.read({ subject: 'local', tool: tool.id, day })
    return { tool: tool.id, ...usageOf(limit < 0 ? used : Math.min(used, limit), limit) }
  })
  store.close()
  return rows
}

interface Limits {
  readonly plan: PlanId
  /** Whether the user, who is not signed in, chose the plan on this machine. */
  readonly isChosen?: true
  readonly resetsAt: string
  readonly rows: readonly ReturnType<typeof usageRows>[number][]
  /** The service that reports the limits; undefined for the limits of this machine. */
  readonly service?: string
}

const chosenPlan = ({ plan }: Context): Pick<Limits, 'plan' | 'isChosen'> => {
  const { plan: id, isChosen } = plan.state()
  return { plan: id, ...(isChosen && { isChosen }) }
}

const local = (context: Context, now: number): Limits => ({
  ...chosenPlan(context),
  resetsAt: new Date(nextReset(now)).toISOString(),
  rows: usageRows(context, now),
})

const remote = async (context: Context): Promise<Limits> => {
  const { serviceLimits } = await import('../account/account.ts')
  const { plan, reset, rows, apiUrl } = await serviceLimits(context)
  return { plan, resetsAt: reset, rows, service: apiUrl }
}

const describe = ({ plan, isChosen, rows, service }: Limits, { environment }: Context, now: number): string => {
  const paint = environment.hasColor(1) ? painted : unpainted
  const head = ['Tool', 'Used', 'Limit', 'Left'].map((text, index) => ({
    text,
    right: index > 0,
    show: (cell: string) => paint('strong', cell),
  }))
  const cells = rows.map(({ tool, dailyUsed, dailyLimit, remaining }) =>
    dailyLimit === 0
      ? [{ text: plainText(tool) }, { text: '', right: true }, { text: 'Pro', right: true }, { text: '', right: true }]
      : [
          { text: plainText(tool) },
          { text: String(dailyUsed), right: true },
          { text: limitText(dailyLimit, environment.glyphs), right: true },
          { text: limitText(remaining, environment.glyphs), right: true },
        ],
  )
  const chosen = isChosen ? ', chosen on this machine' : ''
  const where = service === undefined ? chosen : ` at ${service}`
  return `Plan ${planName(plan)}${where}. Resets at 00:00 UTC, in ${untilReset(now)}.\n\n${table([head, ...cells], 80).join('\n')}\n`
}

/** `netbox limits` prints today's remaining runs. */
export const limits: Command = {
  name: 'limits',
  group: 'Service',
  summary: 'show your plan and how many runs are left today',
  options: ['json', 'remote'],
  details:
    'The daily limits are local: netbox counts the runs on this machine. Your plan sets the limits; without an account, it is the plan in NETBOX_PLAN or in the configuration, and otherwise the free plan. ' +
    'They reset at 00:00 UTC. With --remote, the command shows the runs stored by the service, from the site and the API.',
  run: async (context) => {
    const { options, out } = context
    const now = Date.now()
    const found = options.remote === undefined ? local(context, now) : await remote(context)
    const { plan, isChosen, resetsAt, rows, service } = found
    const origin = service === undefined ? {} : { service }
    out(
      options.json === undefined
        ? describe(found, context, now)
        : jsonText({ plan, ...(isChosen && { chosen: true }), resetsAt, ...origin, tools: rows }),
    )
    return exitCodes.ran
  },
}
