const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
// A last label that makes browsers read the whole name as an IPv4 address (WHATWG URL, "ends in a number").
const NUMBER = '(?:\\d+|0x[0-9a-f]*)$'
const NUMERIC = new RegExp(`(?:^|\\.)${NUMBER}`)
const NAME = new RegExp(`^(?:${LABEL}\\.)+(?!${NUMBER})${LABEL}$`)
const SINGLE = new RegExp(`^${LABEL}$`)

/** Returns whether a name in lower case is one that hosts and domains have: at least two labels, and no number at the end. */
export const isHostName = (name: string): boolean => NAME.test(name)

/** Returns whether a name in lower case is a single label, such as a top-level domain. */
export const isSingleLabel = (name: string): boolean => SINGLE.test(name)

/** Returns whether a name ends in a number, so that it is an IP address or invalid. */
export const endsInNumber = (name: string): boolean => NUMERIC.test(name)
