import { setTimeout as wait } from 'node:timers/promises'
import { type RuleCounts, type MailRule, mailRuleFor, type World } from '@netbox/core/dns'

/** The rules of the world document for the clients of mail servers, by the name of the server. */
export interface ClientRules {
  /** Returns the rule that closes a new connection before the greeting. */
  readonly atConnection: (host: string) => MailRule | undefined
  /** Returns the reply of a rule to a recipient, after its delay; undefined if the rules have no reply. */
  readonly atRecipient: (host: string, from: string, to: string) => Promise<string | undefined>
  /** Returns the rule that closes the connection while it receives a message. */
  readonly atMessage: (host: string, from: string, to: readonly string[]) => MailRule | undefined
}

/** The rules of a server without rules. */
export const NO_RULES: ClientRules = {
  atConnection: () => undefined,
  atRecipient: async () => undefined,
  atMessage: () => undefined,
}

/** Creates the rules of mail servers. `time` returns the time of the world, in epoch milliseconds. */
export const createClientRules = (world: () => World, time: () => number, counts: RuleCounts): ClientRules => ({
  atConnection: (host) => mailRuleFor(world(), host, { kind: 'connection' }, counts, time()),
  atRecipient: async (host, from, to) => {
    const effect = mailRuleFor(world(), host, { kind: 'recipient', from, to: [to] }, counts, time())?.effect
    if (effect?.kind === 'delay') await wait(effect.milliseconds)
    return effect?.kind === 'reply' ? `${effect.code} ${effect.text}` : undefined
  },
  atMessage: (host, from, to) => mailRuleFor(world(), host, { kind: 'message', from, to }, counts, time()),
})
