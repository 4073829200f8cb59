import { runProgram } from './set-up-network.ts'

// The longest delay, in milliseconds. No path of a world takes longer.
const MOST_DELAY = 500
const HANDLE = 1

/** Returns the class of packets that take a round-trip time in milliseconds, in the notation of tc and nftables. */
export const delayClass = (roundTrip: number): string =>
  `${HANDLE}:${Math.min(Math.max(Math.round(roundTrip), 1), MOST_DELAY).toString(16)}`

/**
 * Returns the commands of `tc` that delay packets which leave by a device: a class for each millisecond. Packets without a class, which the
 * packet filter assigns, leave at once. The device leads to the programs, so the answers take the time of the whole round trip.
 */
export const delayCommands = (device: string): string[] => [
  `qdisc add dev ${device} root handle ${HANDLE}: htb`,
  ...Array.from({ length: MOST_DELAY }, (_, index) => index + 1).flatMap((delay) => [
    `class add dev ${device} parent ${HANDLE}: classid ${delayClass(delay)} htb rate 10gbit quantum 60000`,
    `qdisc add dev ${device} parent ${delayClass(delay)} netem delay ${delay}ms limit 10000`,
  ]),
]

/** Makes a device delay packets by their class. Returns false if the kernel can't: it has no `netem`, or the system has no `tc`. */
export const delayPackets = (device: string): boolean => {
  try {
    runProgram('tc', ['-batch', '-'], `${delayCommands(device).join('\n')}\n`)
    return true
  } catch {
    return false
  }
}
