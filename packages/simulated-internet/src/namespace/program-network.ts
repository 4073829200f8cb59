import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { OWN_ADDRESSES } from '@netbox/core/network'
import type { InternetServer, ProgramNetwork, ServerContext } from '../internet/internet-server.ts'
import { GLOBAL_NETWORKS, TRANSLATION } from '../internet/global-addresses.ts'
import { delayPackets } from './delays.ts'
import { NETWORKS, runProgram, SERVERS_ADDRESS, setKernel } from './set-up-network.ts'

const DEVICE = 'program'
const SERVERS_LINK = 'fe80::1'
const PROGRAM_LINK = 'fe80::2'
// The routing table for packets whose time to live is too short for their path.
const EXPIRING_TABLE = 100
/** The mark of such packets, and the mask of the bits that all of them have. The other bits are the number of the hop. */
export const EXPIRING = { mark: 0x100, mask: 0xff00 } as const

/** Runs commands of `ip`, optionally in another namespace. */
const ipBatch = (
  lines: readonly string[],
  { enter = [], options = [] }: { readonly enter?: readonly string[]; readonly options?: readonly string[] } = {},
): void => {
  const [program, ...given] = [...enter, 'ip', ...options, '-batch', '-']
  runProgram(program, given, `${lines.join('\n')}\n`)
}

/**
 * Starts a process that keeps a new namespace until its input ends; undefined if the system allows no second namespace. It has its own
 * session, so a terminal sends it no signals.
 */
const holdNamespace = async (): Promise<(ChildProcess & { readonly pid: number }) | undefined> => {
  const child = spawn('unshare', ['--net', 'sh', '-c', 'echo; exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')])
  const { pid } = child
  return pid === undefined || child.exitCode !== null ? undefined : Object.assign(child, { pid })
}

/**
 * Forwards packets of the program whose time to live is too short for their path, which the packet filter marks. Their time to live is over
 * then, so the kernel answers Time Exceeded and no packet leaves. The answer gets the mark (`fwmark_reflect`), by which the filter finds the
 * router that it must come from.
 */
const answerExpired = (): void => {
  for (const name of ['ipv4/ip_forward', 'ipv4/fwmark_reflect', 'ipv6/conf/all/forwarding', 'ipv6/fwmark_reflect'])
    setKernel(name, '1')
  // Routers limit such answers, but the world says which probes they answer.
  setKernel('ipv4/icmp_ratemask', '0')
  // An empty list of types.
  setKernel('ipv6/icmp/ratemask', '\n')
  const rules = [
    `rule add pref 10 iif ${DEVICE} fwmark ${EXPIRING.mark}/${EXPIRING.mask} lookup ${EXPIRING_TABLE}`,
    'rule add pref 20 lookup local',
    'rule del pref 0',
    `route add default dev ${DEVICE} table ${EXPIRING_TABLE}`,
  ]
  for (const family of ['-4', '-6']) ipBatch(rules, { options: [family] })
}

/** Connects the two namespaces. `enter` runs a program in the program's namespace. */
const connect = (enter: readonly string[], isPrivileged: boolean): void => {
  const [four, six] = OWN_ADDRESSES
  ipBatch([
    `link set ${DEVICE} addrgenmode none up`,
    `address add ${SERVERS_LINK}/64 dev ${DEVICE} nodad`,
    `address add ${SERVERS_ADDRESS}/32 dev ${DEVICE}`,
    // In the table of local addresses, because the blocks around these addresses are local to the servers.
    `route add ${four}/32 dev ${DEVICE} table local`,
    `route add ${six}/128 via ${PROGRAM_LINK} dev ${DEVICE} table local`,
  ])
  ipBatch(
    [
      'link set lo up',
      'link set eth0 addrgenmode none up',
      `address add ${four}/32 dev eth0`,
      `address add ${six}/128 dev eth0 nodad`,
      `address add ${PROGRAM_LINK}/64 dev eth0 nodad`,
    ],
    { enter },
  )
  const kernel = [
    // Allows users to run `ping` without a capability, and servers on every port.
    `echo ${isPrivileged ? '0 2147483647' : '0 0'} > /proc/sys/net/ipv4/ping_group_range`,
    'echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start',
  ]
  const [program, ...given] = [...enter, 'sh', '-c', kernel.join(' && ')]
  runProgram(program, given)
}

const hasDevices = (pid: number): boolean => {
  try {
    runProgram('ip', ['link', 'add', DEVICE, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid)])
    return true
  } catch {
    return false
  }
}

/** A network of programs, and the process that keeps it. */
export interface HeldNetwork extends Omit<ProgramNetwork, 'certificates'> {
  readonly holder: number
  /** Translates global addresses to the world's addresses, both ways. Returns whether the kernel can. */
  readonly translate: () => boolean
}

/**
 * Creates the network of the program and joins it to this namespace. It has routes to the world only, so connections to other addresses
 * fail at once. With `wantsDelays`, answers take as long as the path to each host, if the kernel can delay them. Returns undefined if the kernel has no virtual Ethernet devices or no second namespace.
 */
export const createProgramNetwork = async (
  isPrivileged: boolean,
  wantsDelays: boolean,
): Promise<HeldNetwork | undefined> => {
  const holder = await holdNamespace()
  if (holder === undefined) return undefined
  const close = (): void => void holder.kill('SIGKILL')
  if (!hasDevices(holder.pid)) {
    close()
    return undefined
  }
  const enter = ['nsenter', `--net=/proc/${holder.pid}/ns/net`, '--']
  connect(enter, isPrivileged)
  answerExpired()
  const route = (networks: readonly string[]): void =>
    ipBatch(
      networks.map((network) =>
        network.includes(':')
          ? `route replace ${network} via ${SERVERS_LINK} dev eth0`
          : `route replace ${network} via ${SERVERS_ADDRESS} dev eth0 onlink`,
      ),
      { enter },
    )
  route(NETWORKS)
  const translate = (): boolean => {
    try {
      const [program, ...given] = [...enter, 'nft', '-f', '-']
      runProgram(program, given, TRANSLATION)
      route(GLOBAL_NETWORKS)
      return true
    } catch {
      return false
    }
  }
  const isDelayed = wantsDelays && delayPackets(DEVICE)
  // Programs avoid a deprecated address of their own (RFC 6724, section 5).
  const prefer = (family: 4 | 6): void =>
    ipBatch(
      [
        `address change ${OWN_ADDRESSES[1]}/128 dev eth0 nodad valid_lft forever preferred_lft ${family === 4 ? '0' : 'forever'}`,
      ],
      { enter },
    )
  return { device: DEVICE, isDelayed, enter, route, prefer, close, holder: holder.pid, translate }
}

const BREAKS_SIX = /\bipv6-/

/**
 * Makes programs try IPv4 first, like the tools, now and after each change of the world. In scenarios that break IPv6, programs try IPv6
 * first, as on most machines, because they would not notice the fault otherwise.
 */
export const choosePreferredFamily = (
  { live }: Pick<ServerContext, 'live'>,
  programs: ProgramNetwork,
): InternetServer => {
  let preferred: 4 | 6 | undefined
  const choose = (): void => {
    const family = BREAKS_SIX.test(`${live.scenario()} ${JSON.stringify(live.document())}`) ? 6 : 4
    if (family !== preferred) programs.prefer(family)
    preferred = family
  }
  choose()
  return { endpoints: [], refresh: async () => choose(), close: async () => undefined }
}
