import type { MailRule } from '../facts.ts'
import { addressAt } from '../hosts/machine-at.ts'
import { machineOf } from '../hosts/machines.ts'
import { statedMachineOf } from '../hosts/stated-hosts.ts'
import { applies, type RuleCounts } from '../rules.ts'
import type { World } from '../world.ts'

/** An action of a client: it connects, names a recipient, or sends a message. */
export interface MailEvent {
  readonly kind: MailRule['effect']['event']
  /** The sender; empty for a bounce. */
  readonly from?: string
  readonly to?: readonly string[]
}

/** The client of the tools in a dialogue with a mail server. */
export const PROBE_SENDER = 'bounce@netbox.example'

/** Returns the rules of the mail server of a name. */
export const mailRulesAt = (world: World, host: string): readonly MailRule[] =>
  statedMachineOf(world, machineOf(world, host)).smtp?.rules ?? []

const isAt = (wanted: string | undefined, address: string): boolean => {
  const given = address.toLowerCase()
  if (wanted === undefined || wanted === given) return true
  return wanted === '<>' ? given === '' : wanted.startsWith('@') && given.endsWith(wanted)
}

/** Returns the first rule of a mail server that applies to an event. Each rule counts the events that it matches. */
export const mailRuleFor = (
  world: World,
  host: string,
  { kind, from = '', to = [] }: MailEvent,
  counts: RuleCounts,
  at = world.at,
): MailRule | undefined =>
  mailRulesAt(world, host).find((rule) => {
    const isWanted = rule.effect.event === kind && isAt(rule.from, from)
    if (!isWanted || (rule.rcpt !== undefined && !to.some((address) => isAt(rule.rcpt, address)))) return false
    return applies(rule, addressAt(machineOf(world, host)), at, counts)
  })

/** Returns whether a mail server closes the first connection of a client before its greeting. */
export const closesAtOnce = (world: World, host: string): boolean =>
  mailRuleFor(world, host, { kind: 'connection' }, new Map()) !== undefined

/** Returns the rule that a single recipient of a client meets, as in a run of a tool. */
export const ruleForRecipient = (world: World, host: string, from: string, to: string): MailRule | undefined =>
  mailRuleFor(world, host, { kind: 'recipient', from, to: [to] }, new Map())
