import { plainText, WORLD_VERSION } from '@netbox/core'
import type { AskedEntry, Control, Internet } from '@netbox/simulated-internet'
import type { Theme } from '../screens/theme.ts'

/** The texts of `netbox serve`. */
export const serveTexts = {
  mark: (engine: string, seed: string, hasFacts: boolean): string =>
    `SIMULATED · ${engine} · seed ${seed} · ${hasFacts ? 'own facts · ' : ''}nothing leaves this machine`,
  copied: "Sent to the terminal's clipboard. Not every terminal supports this.",
  notCopied: 'This terminal has no access to a clipboard.',
  commandFailed: (command: string, isMissing: boolean): string =>
    isMissing ? `There is no command '${command}'.` : `'${command}' can't be run: it is not an executable file.`,
} as const

/** Describes where the servers listen, and how to query them. `authority` is the file with the certificates to trust. */
export const listeningLines = (
  { seed, scenario, document, dns: { host, port }, endpoints }: Internet,
  { url, token }: Control,
  authority: string,
): string[] => [
  serveTexts.mark(WORLD_VERSION, seed, document !== undefined),
  `DNS ${host}:${port}, scenario ${scenario}. Try: dig @${host} -p ${port} mail.example MX`,
  endpoints
    .filter(({ protocol }) => protocol !== 'dns')
    .map((endpoint) => `${endpoint.protocol.toUpperCase()} ${endpoint.host}:${endpoint.port}`)
    .join(', '),
  `Authority ${authority}`,
  `Control ${url}. Try: curl -H 'Authorization: Bearer ${token}' ${url}/asked`,
]

const SEVERITIES = { answered: 'pass', refused: 'info', lost: 'critical' } as const

/** Formats one request and its answer as a line. */
export const askedLine = (
  { at, protocol, port, question, answer, outcome, time }: AskedEntry,
  { glyphs, paint }: Theme,
): string => {
  const severity = SEVERITIES[outcome]
  const clock = new Date(at).toISOString().slice(11, 19)
  const sign = paint(severity, glyphs.severity[severity])
  return `${paint('dim', clock)}  ${protocol.toUpperCase()} ${port}  ${plainText(question)}  ${sign} ${plainText(answer)}  ${paint('dim', `${time} ms`)}`
}
