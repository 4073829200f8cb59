import type { SpfPolicy, SpfState } from '../protocols/spf-policy.ts'

/** The states of an SPF policy that only stated records have, in the same words for every tool. */
export const SPF_FAULTS = {
  voids: {
    title: 'More than two lookups of the SPF record find nothing',
    why: 'more than two of its lookups find nothing (RFC 7208, section 4.6.4)',
    note: 'void lookups',
  },
  hosts: {
    title: 'A term of the SPF record needs more than ten mail servers',
    why: 'one of its terms needs more than ten mail servers (RFC 7208, section 4.6.4)',
    note: 'too many mail servers',
  },
  failure: {
    title: 'DNS fails for a name in the SPF record',
    why: 'DNS fails for one of its names (RFC 7208, section 2.6.6)',
    note: 'DNS fails',
  },
} as const satisfies { readonly [State in SpfState]?: unknown }

/** A state that only stated records have. */
export type RareSpfState = keyof typeof SPF_FAULTS

/** Returns whether a state is one that only stated records have. */
export const isRareSpfState = (state: SpfState): state is RareSpfState => state in SPF_FAULTS

/** Names the result of receivers that can't evaluate a record. */
export const spfErrorOf = (state: SpfState): string => (state === 'failure' ? 'a temporary error' : 'a permanent error')

/** The title and the reason of a finding about a text that is meant as an SPF record, but is none. */
export const unreadSpf = ({
  unread,
}: Pick<SpfPolicy, 'unread'>): { readonly title: string; readonly why: string } | undefined =>
  unread === undefined
    ? undefined
    : {
        title: `Receivers ignore the SPF record: it ${unread.why}`,
        why: `An SPF record begins with 'v=spf1' and a space or the end (RFC 7208, section 4.5). The text here is: ${unread.text}`,
      }
