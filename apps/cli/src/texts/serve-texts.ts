import { plainText, WORLD_VERSION } from '@netbox/core'
import type { RequestEntry, Control, Internet } from '@netbox/simulated-internet'
import { DEFAULT_DNS_PORT } from '../options.ts'
import type { Theme } from '../screens/theme.ts'

/** The default ports of `netbox serve` on loopback: the standard ports plus 20,000. */
export const servePorts = {
  dns: DEFAULT_DNS_PORT,
  http: 20_080,
  https: 20_443,
  whois: 20_043,
  smtp: 20_025,
  smtps: 20_465,
  submission: 20_587,
  imap: 20_143,
  imaps: 20_993,
  pop3: 20_110,
  pop3s: 20_995,
  proxy: 21_080,
} as const

const MOST_SHOWN = 50

/** The texts of `netbox serve`. */
export const serveTexts = {
  mark: (engine: string, seed: string, hasFacts: boolean): string =>
    `SIMULATED · ${engine} · seed ${seed} · ${hasFacts ? 'own facts · ' : ''}nothing leaves this machine`,
  unknownNames: (names: readonly string[]): string => {
    const shown = names.slice(0, MOST_SHOWN).map((name) => `  ${plainText(name)}`)
    const more = names.length > MOST_SHOWN ? [`  and ${names.length - MOST_SHOWN} more`] : []
    const head =
      names.length === 1
        ? "Nobody lists this name, so it doesn't exist (strict). Add it to your world file if you need it:"
        : "Nobody lists these names, so they don't exist (strict). Add the names that you need to your world file:"
    return [head, ...shown, ...more].join('\n')
  },
  holes: (ports: readonly string[]): string =>
    `${ports.length} ${ports.length === 1 ? 'hole' : 'holes'}: the command reaches ${ports.join(', ')} of this machine.`,
  globalAddresses:
    'Global addresses: the command sees 28.51.100.7 where the world has 198.51.100.7. Tools, reports and logs name the latter.',
  copied: "Sent to the terminal's clipboard. Not every terminal supports this.",
  notCopied: 'This terminal has no access to a clipboard.',
  commandFailed: (command: string, isMissing: boolean): string =>
    isMissing ? `There is no command '${command}'.` : `'${command}' can't be run: it is not an executable file.`,
} as const

/** Returns each protocol of the servers with its ports. Submission has two; DNS uses the same one over UDP and TCP. */
export const portsByProtocol = (
  endpoints: Internet['endpoints'],
): readonly (readonly [protocol: string, ports: readonly number[]])[] => {
  const protocols = [...new Set(endpoints.map(({ protocol }) => protocol))]
  return protocols.map((name) => {
    const ports = endpoints.filter(({ protocol }) => protocol === name).map(({ port }) => port)
    return [name, [...new Set(ports)]]
  })
}

/** Describes where the servers listen, and how to query them. `authority` is the file with the certificates to trust. */
export const listeningLines = (
  { seed, scenario, document, dns: { host, port }, endpoints }: Internet,
  { url, token }: Control,
  authority: string,
): string[] => [
  serveTexts.mark(WORLD_VERSION, seed, document !== undefined),
  `DNS ${host}:${port}, scenario ${scenario}. Try: dig @${host} -p ${port} mail.example MX`,
  portsByProtocol(endpoints)
    .filter(([protocol]) => protocol !== 'dns')
    .map(([protocol, ports]) => `${protocol.toUpperCase()} ${ports.map((one) => `${host}:${one}`).join(' and ')}`)
    .join(', '),
  `Authority ${authority}`,
  `Control ${url}. Try: curl -H 'Authorization: Bearer ${token}' ${url}/requests`,
]

const SEVERITIES = { answered: 'pass', refused: 'info', lost: 'critical' } as const

/** Formats one request and its answer as a line. */
export const requestLine = (
  { at, protocol, port, question, answer, outcome, time }: RequestEntry,
  { glyphs, paint }: Theme,
): string => {
  const severity = SEVERITIES[outcome]
  const clock = new Date(at).toISOString().slice(11, 19)
  const sign = paint(severity, glyphs.severity[severity])
  return `${paint('dim', clock)}  ${protocol.toUpperCase()} ${port}  ${plainText(question)}  ${sign} ${plainText(answer)}  ${paint('dim', `${time} ms`)}`
}
