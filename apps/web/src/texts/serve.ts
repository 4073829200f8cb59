/** The page at `/serve`. */
export const serveTexts = {
  title: ['Your program.', 'A broken internet.'],
  lede: 'netbox serve offers a simulated internet over real protocols. Any program, in any language, sees the fault that you choose.',
  command: 'netbox serve --scenario mx-down -- pytest',
  commandLabel: 'A command to copy',
  drawing:
    'Three programs, dig, swaks and openssl, send to one simulated internet over DNS, SMTP and TLS. The SMTP line to mx1 breaks off.',
  session: {
    title: 'Standard tools see the fault',
    text: 'A recorded session of twelve seconds. Each block is text: select it, copy it, run it.',
    contents: 'In this session',
  },
  ways: {
    title: 'Three ways in',
    list: [
      {
        title: 'Wrap a command',
        text: 'Linux. Your command sees only this internet, on real addresses and ports.',
        code: 'netbox serve --scenario mx-down -- pytest',
      },
      {
        title: 'Loopback',
        text: 'Everywhere, without root. Point your program at a resolver and ports.',
        code: 'netbox serve --loopback',
      },
      { title: 'Container', text: 'Other containers join its network.', code: 'network_mode: service:internet' },
    ],
  },
  protocols: {
    title: 'The simulated protocols',
    aside: 'Nothing leaves your machine',
    scrolls: 'Scroll sideways for all columns',
    head: ['Protocol', 'Port', 'What your program sees', 'Scenarios'],
    rows: [
      ['DNS', '53', 'A validating resolver, root, TLD and zone servers, DNSSEC', 'dnssec-bogus, dangling-cname'],
      [
        'SMTP',
        '25, 465, 587',
        'Greeting, STARTTLS, mailboxes; delivered mail is stored for you to read',
        'mx-down, greylisting, catch-all',
      ],
      [
        'HTTPS',
        '443',
        'A certificate for each name, signed by an authority of this run',
        'cert-expired, cert-expiring',
      ],
      ['WHOIS, RDAP', '43, 443', 'The registration of every domain, the network of every address', ''],
      ['TCP, ping', 'any', 'Open, refused or silent ports, lost packets', 'packet-loss'],
    ],
  },
} as const

/** The kind of a terminal's line: input, error, success. */
export type LineKind = 'typed' | 'failed' | 'passed'

/** A line of the recording; a line without a kind is only a string. */
export type SessionLine = string | readonly [LineKind, string]

/** A part of the recorded session. */
export interface SessionPart {
  readonly id: string
  readonly time: string
  readonly title: string
  readonly lines: readonly SessionLine[]
}

/** The shortened recording: the output of Debian 12's programs in the world of this seed. */
export const session: readonly SessionPart[] = [
  {
    id: 'start',
    time: '00:00',
    title: 'Start a shell whose internet has a silent mail server',
    lines: [
      ['typed', 'netbox serve --seed k3f9 --scenario mx-down -- bash'],
      'SIMULATED · netbox-sim/2 · seed k3f9 · nothing leaves this machine',
    ],
  },
  {
    id: 'dig',
    time: '00:01',
    title: 'dig sees three mail servers, as netbox does',
    lines: [
      ['typed', 'dig +short mail.example MX'],
      '10 mx1.mail.example.',
      '20 mx2.mail.example.',
      '30 mx3.mail.example.',
    ],
  },
  {
    id: 'swaks',
    time: '00:01',
    title: 'swaks waits ten seconds for mx1, then gives up',
    lines: [
      ['typed', 'swaks --to postmaster@mail.example --timeout 10'],
      '=== Trying mx1.mail.example:25...',
      ['failed', '*** Error connecting to mx1.mail.example:25:'],
      ['failed', '*** IO::Socket::INET: connect: timeout'],
      ['typed', 'swaks --to postmaster@mail.example --server mx2.mail.example -tls'],
      ['passed', '<~  250 2.0.0 Ok: queued as u46sp871hpt0ql3f'],
    ],
  },
  {
    id: 'openssl',
    time: '00:11',
    title: 'openssl checks the certificate of the second one',
    lines: [
      ['typed', 'openssl s_client -connect mx2.mail.example:25 -starttls smtp -brief </dev/null'],
      'CONNECTION ESTABLISHED',
      'Protocol version: TLSv1.3',
      'Peer certificate: CN = mx2.mail.example',
      ['passed', 'Verification: OK'],
    ],
  },
  {
    id: 'repair',
    time: '00:12',
    title: 'Repair it while it runs',
    lines: [
      [
        'typed',
        `curl -X PUT -d '{"scenario":"healthy"}' -H "Authorization: Bearer $NETBOX_CONTROL_TOKEN" "$NETBOX_CONTROL/scenario"`,
      ],
      ['typed', 'swaks --to postmaster@mail.example'],
      '=== Trying mx1.mail.example:25...',
      ['passed', '<-  250 2.0.0 ebs6vkj954op5q19 Message accepted for delivery'],
    ],
  },
]
