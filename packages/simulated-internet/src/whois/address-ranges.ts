import { isIPv6 } from 'node:net'

const BITS = { 4: 8, 6: 16 } as const

/** Returns the last address of a block in CIDR notation: `198.51.100.255` for `198.51.100.0/24`. */
export const lastAddressOf = (prefix: string): string => {
  const [first = '', length = ''] = prefix.split('/')
  const isSix = isIPv6(first)
  const bits = isSix ? BITS[6] : BITS[4]
  const [head = '', tail = ''] = first.split('::')
  const before = head.split(isSix ? ':' : '.').filter((part) => part !== '')
  const after = tail.split(':').filter((part) => part !== '')
  const zeros = isSix ? Array.from({ length: 8 - before.length - after.length }, () => '0') : []
  const ones = (1 << bits) - 1
  const parts = [...before, ...zeros, ...after].map((part, index) => {
    const kept = Math.min(Math.max(Number(length) - index * bits, 0), bits)
    return Number.parseInt(part, isSix ? 16 : 10) | (ones >> kept)
  })
  return isSix ? parts.map((part) => part.toString(16)).join(':') : parts.join('.')
}
