// The services by port (spec §9). IANA registers more ports; the product knows these eleven.
const SERVICES = new Map([
  [21, 'FTP'],
  [22, 'SSH'],
  [25, 'SMTP'],
  [53, 'DNS'],
  [80, 'HTTP'],
  [110, 'POP3'],
  [143, 'IMAP'],
  [443, 'HTTPS'],
  [587, 'SMTP-Submission'],
  [993, 'IMAPS'],
  [995, 'POP3S'],
])

/** Returns the well-known service of a TCP port (spec §9), `unknown` for any other port. */
export const serviceOf = (port: number): string => SERVICES.get(port) ?? 'unknown'
