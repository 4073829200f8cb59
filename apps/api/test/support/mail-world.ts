/** What a scripted mail server was asked. */
export interface SeenCommand {
  /** What stands between `<` and `>`. */
  readonly path: string
  /** How often this very line came, this time included. */
  readonly timesSeen: number
}

/** A mail server on loopback that answers as it is told. */
export interface MailServer {
  readonly port: number
  readonly connections: readonly { readonly open: boolean; readonly commands: readonly string[] }[]
  readonly commands: readonly string[]
  quiet(): Promise<void>
  close(): Promise<void>
}

/** How it answers; what is left out it answers as a well-behaved server does. */
export interface MailScript {
  readonly greeting?: string | (() => string)
  readonly rcpt?: (command: SeenCommand) => string
}

/** A name server on loopback. */
export interface NameServer {
  /** Address and port, as `VERIFIER_DNS` has them. */
  readonly server: string
  close(): Promise<void>
}

/** What the name server knows. */
export type Names = Readonly<
  Record<string, { readonly mx?: readonly (readonly [number, string])[]; readonly a?: readonly string[] }>
>

interface Support {
  readonly startSmtpServer: (script: MailScript, at?: { host?: string; port?: number }) => Promise<MailServer>
  readonly startDns: (names: Names) => Promise<NameServer>
}

const supportOf = async (file: string): Promise<Partial<Support>> => {
  const url = new URL(`../../../../packages/email-verifier/test/support/${file}`, import.meta.url)
  // The servers that the verifier itself is tried against: no part of its package, so there is no name to import them by.
  return (await import(/* @vite-ignore */ url.href)) as Partial<Support>
}

/** Starts a mail server. Close it after the test. */
export const startMailServer: Support['startSmtpServer'] = async (script, at) => {
  const { startSmtpServer } = await supportOf('scripted-smtp-server.ts')
  if (startSmtpServer === undefined) throw new Error('The scripted mail server has another name now')
  return startSmtpServer(script, at)
}

/** Starts a name server. Close it after the test. */
export const startNameServer: Support['startDns'] = async (names) => {
  const { startDns } = await supportOf('loopback-dns.ts')
  if (startDns === undefined) throw new Error('The name server has another name now')
  return startDns(names)
}
