import { activeFaults, createToolbox, type ToolId, tools } from '@netbox/core'
import { mailServersOf } from '../mail/replies.ts'
import type { Internet } from '../internet/internet.ts'

/* The findings that a world should cause, so that the alerts of a monitor can be graded. */

const HOST_TOOLS: ReadonlySet<ToolId> = new Set(['blacklist-check', 'https-test', 'ping-test', 'traceroute'] as const)

/** A finding of a tool that is at least a warning. */
interface Expected {
  readonly tool: ToolId
  readonly input: string
  readonly code: string
  readonly severity: string
  readonly title: string
}

/** Returns the critical findings and the warnings about a domain and its mail servers at the present time of the world. */
export const expectedFindings = async (
  { seed, scenario, document, time, world }: Internet,
  domain: string,
): Promise<Expected[]> => {
  const box = createToolbox({ seed, scenario, at: time, plan: 'enterprise', ...(document && { world: document }) })
  const exchanges = mailServersOf(world, domain)
    .filter((name) => name !== '.')
    .map((name) => `${name}:25`)
  const runs = [
    ...tools
      .filter(({ id, input }) => input.type === 'Domain Name' || HOST_TOOLS.has(id))
      .map(({ id }) => ({ tool: id, input: domain })),
    ...exchanges.map((input) => ({ tool: 'smtp-test' as const, input })),
  ]
  const found: Expected[] = []
  for (const { tool, input } of runs) {
    const { findings } = await box.run(tool, input)
    for (const { code, severity, title } of findings)
      if (severity === 'critical' || severity === 'warning') found.push({ tool, input, code, severity, title })
  }
  return found
}

const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** Returns the active faults as a metric in the text format of Prometheus: one sample of value 1 for each. */
export const faultMetric = ({ scenario, document, time, world }: Internet): string => {
  const faults = [
    ...activeFaults({ scenario, world: document }, time).map(({ name, domain = '' }) => ({ name, domain })),
    ...(world.facts?.dnsFaults?.rules ?? []).map(({ number, name = '' }) => ({
      name: `dns-rule-${number + 1}`,
      domain: name,
    })),
    ...[...(world.facts?.hosts ?? [])].flatMap(([domain, { machine, http }]) =>
      Object.entries({ smtp: machine.smtp?.rules, http: http?.rules }).flatMap(([protocol, rules = []]) =>
        rules
          .filter(({ holds }) => holds(time))
          .map(({ number }) => ({ name: `${protocol}-rule-${number + 1}`, domain })),
      ),
    ),
  ]
  const samples = faults.map(
    ({ name, domain }) => `netbox_fault_active{fault=${quoted(name)},domain=${quoted(domain)}} 1\n`,
  )
  return `# HELP netbox_fault_active The active faults of the simulated internet.\n# TYPE netbox_fault_active gauge\n${samples.join('')}`
}
