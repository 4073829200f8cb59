/* The texts of `netbox doctor`. */

/** The copy of Node for which the AppArmor profile is written. */
const NODE_COPY = '/opt/netbox/bin/node'

/** The remedies for a system that lets users create no namespaces, by the kernel setting that forbids it and its value. */
export const namespaceRemedies: readonly {
  readonly setting: string
  readonly forbids: string
  readonly remedies: readonly string[]
}[] = [
  {
    setting: 'kernel/apparmor_restrict_unprivileged_userns',
    forbids: '1',
    remedies: [
      'netbox doctor --apparmor-profile               # a profile for one copy of Node',
      'sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0   # everybody, until the next start',
    ],
  },
  {
    setting: 'kernel/unprivileged_userns_clone',
    forbids: '0',
    remedies: ['sudo sysctl kernel.unprivileged_userns_clone=1'],
  },
  { setting: 'user/max_user_namespaces', forbids: '0', remedies: ['sudo sysctl user.max_user_namespaces=15000'] },
]

/** The remedy where no kernel setting forbids namespaces: a container's filter of system calls does. */
export const containerRemedy =
  'docker run --cap-add NET_ADMIN --cap-add SYS_ADMIN --security-opt apparmor=unconfined IMAGE'

/** The texts of the checks, by their names. */
export const doctorTexts = {
  works: "'netbox serve -- COMMAND' works here.",
  blocked: "'netbox serve -- COMMAND' doesn't work here.",
  missing: (count: number): string => (count === 1 ? 'One thing is missing.' : `${count} things are missing.`),
  node: (version: string): string => `${version} (22.12 or newer is needed)`,
  namespaces: 'user, network and mount namespaces',
  filter: 'nftables: silent and refused ports, lost packets, routes',
  noFilter: 'nftables is missing: silent ports accept connections, no packet is lost, and there are no routes',
  pairs: 'a separate network for the program',
  noPairs: "the kernel has no veth devices: the program shares the servers' network, and there are no routes",
  delays: '--latency delays packets',
  noDelays: 'the kernel has no netem, or tc is missing: --latency does nothing',
  bundle: (path: string): string => `OpenSSL, curl, Python and Go read ${path}`,
  noBundle: 'no certificate bundle of the system: programs need SSL_CERT_FILE, which netbox sets',
  java: (path: string): string => `Java reads ${path}`,
  noJava: 'Java without a trust store in a known place: Java programs refuse the certificates of a world',
  space: (folder: string, size: string): string => `${size} free in ${folder}`,
  noSpace: (folder: string): string => `${folder} can't be written or is full: set TMPDIR to another folder`,
  port: (port: number): string => `127.0.0.1:${port} is free for --loopback`,
  portTaken: (port: number): string => `127.0.0.1:${port} is taken: --loopback needs --dns-port N`,
  loopback: '--loopback serves programs that use a proxy or a port of 127.0.0.1',
  proof: (seconds: string): string =>
    `a program inside asked for https://www.shop.example/ and got 200 in ${seconds} s`,
  noProof: (detail: string): string => `a program inside got no answer: ${detail}`,
} as const

/**
 * Returns an AppArmor profile that permits user namespaces to one copy of Node, which only root can replace, with the steps to use it. A
 * profile for the path of the system's Node would permit them to every Node program.
 */
export const apparmorProfile = (
  node: string,
  launcher: string,
): string => `# This profile lets one program create user namespaces: the copy of Node in ${NODE_COPY}. It changes
# nothing else for that program, and nothing for others. Anybody who can run the copy can create user namespaces
# with it, as on systems without this restriction of AppArmor. netbox installs nothing; these are the steps:
#
#   sudo install -D --owner=root --group=root --mode=755 ${node} ${NODE_COPY}
#   netbox doctor --apparmor-profile | sudo tee /etc/apparmor.d/netbox-node
#   sudo apparmor_parser --replace /etc/apparmor.d/netbox-node
#   ${NODE_COPY} ${launcher} serve -- COMMAND
#
# To undo them: sudo apparmor_parser --remove /etc/apparmor.d/netbox-node, and remove both files.
abi <abi/4.0>,
include <tunables/global>

profile netbox-node ${NODE_COPY} flags=(unconfined) {
  userns,
}
`
