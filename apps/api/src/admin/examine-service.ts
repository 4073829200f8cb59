import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import * as v from 'valibot'
import type { Config } from '../config/config.ts'
import { adminCommand } from '../config/settings.ts'
import type { Mailer } from '../mail/smtp-mailer.ts'
import { newId } from '../random.ts'
import { reasonOf } from '../system-errors.ts'
import { UNBUILT_PAGE } from '../unbuilt-page.ts'
import { fail, type Finding, note, ok } from './examine-verifier.ts'

const TIMEOUT = 10_000

/** What to do about an error of the mailer, by its code. */
const mailRemedies: Readonly<Record<string, string>> = {
  EAUTH: 'Check the user and the password in SMTP_URL, both percent-encoded.',
  EDNS: 'Check the host in SMTP_URL.',
  EENVELOPE: 'Check that the server accepts the sender (MAIL_FROM) from this machine.',
  ETLS: 'Use a server with STARTTLS or smtps://, which production needs.',
}

const remedyOf = (error: unknown): string =>
  (error instanceof Error && 'code' in error ? mailRemedies[String(error.code)] : undefined) ??
  'Check host and port of SMTP_URL, its certificate, and that no firewall stops the connection.'

/** The mail server's settings. */
export interface MailSettings extends Pick<Config, 'publicUrl'> {
  readonly mail: Pick<Config['mail'], 'smtpUrl'>
}

/** Sends a test mail. Only the recipient can tell whether it arrives. */
export const examineMailServer = async (
  mailer: Mailer,
  to: string,
  { publicUrl, mail: { smtpUrl } }: MailSettings,
): Promise<Finding> => {
  const text = `netbox at ${publicUrl} sent this message because an operator ran '${adminCommand('doctor')}'. It has no further effect.\n`
  try {
    await mailer.send({ to, subject: 'Test message of netbox', text }, newId())
    return ok(`The mail server accepted a test message to ${to}. Check that it arrives.`)
  } catch (error) {
    const server = smtpUrl === undefined ? '' : ` ${new URL(smtpUrl).host}`
    return fail(
      `The mail server${server} (SMTP_URL) did not accept a test message to ${to}: ${reasonOf(error)}. ${remedyOf(error)}`,
    )
  }
}

/** The store of uploaded files. */
export interface FileStore {
  readonly place: string
  write(content: AsyncIterable<Uint8Array>, limit: number): Promise<{ readonly version: string }>
  open(version: string): Promise<AsyncIterable<Uint8Array> | undefined>
  remove(version: string): Promise<void>
}

/** Returns what to do if the store of uploaded files can't be used. */
export const storeRemedy = ({ place }: Pick<FileStore, 'place'>): string =>
  /^https?:/.test(place)
    ? 'Check host, bucket, KEY and SECRET of STORAGE_URL.'
    : 'Let the user of the service write this folder, and check the free space.'

/** Writes a file to the store of uploaded files, reads it and removes it. */
export const examineStore = async (store: FileStore): Promise<Finding> => {
  const bytes = randomBytes(64)
  const content = async function* () {
    yield bytes
  }
  try {
    const { version } = await store.write(content(), bytes.length)
    const parts: Uint8Array[] = []
    for await (const part of (await store.open(version)) ?? []) parts.push(part)
    await store.remove(version)
    return Buffer.concat(parts).equals(bytes)
      ? ok('Files can be written, read and removed.')
      : fail(
          `A file that was just written to ${store.place} reads differently (STORAGE_URL). Don't share it with other programs, and check the disk or the object store.`,
        )
  } catch (error) {
    return fail(`Files cannot be written to ${store.place} (STORAGE_URL): ${reasonOf(error)}. ${storeRemedy(store)}`)
  }
}

/** The settings that the way through the proxy depends on. */
export interface PublicSettings extends Pick<Config, 'publicUrl' | 'jwtKeys'> {
  readonly trustedProxies: readonly string[]
  /** Returns whether an address is in TRUSTED_PROXIES. */
  readonly isTrusted: (address: string) => boolean
}

// An address for documentation (RFC 5737), which no client has.
const INVENTED = '203.0.113.99'

const getText = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
  if (answer.status !== 200) throw new Error(`${url} answers with status ${answer.status}`)
  return answer.text()
}

const get = async (url: string, headers?: Readonly<Record<string, string>>): Promise<unknown> =>
  JSON.parse(await getText(url, headers))

const lookAtSite = async (publicUrl: string): Promise<readonly Finding[]> =>
  (await getText(`${publicUrl}/`)) === UNBUILT_PAGE
    ? [note("The web site is not built. In the folder of the program, run 'npm run build', then restart the service.")]
    : []

const isLocal = (address: string): boolean =>
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(address)

const hostIsLocal = async (url: string): Promise<boolean> => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const { address } = await lookup(host).catch(() => ({ address: host }))
  return isLocal(address)
}

/** Explains the client's address that the service saw. */
const lookAtAddress = async (seen: string, { publicUrl, isTrusted }: PublicSettings): Promise<Finding> => {
  if (seen === INVENTED)
    return fail(
      'Clients can choose their address: the proxy passes on their X-Forwarded-For. Let the proxy replace it, and list only proxies in TRUSTED_PROXIES.',
    )
  const isProxy = isTrusted(seen)
  const isPlausible = !isProxy && !isLocal(seen)
  // On a private network, clients have such addresses too.
  if (isPlausible || (await hostIsLocal(publicUrl))) return ok(`Through PUBLIC_URL, your address is ${seen}.`)
  return fail(
    isProxy
      ? `Through PUBLIC_URL, your address is ${seen}, the proxy's. Let the proxy set X-Forwarded-For.`
      : `Through PUBLIC_URL, your address is ${seen}. If that is your proxy, all visitors share its limits: add it to TRUSTED_PROXIES.`,
  )
}

const keysShape = v.object({ keys: v.array(v.object({ kid: v.string() })) })
const ipShape = v.object({ ip: v.string() })

/** Reads pages through PUBLIC_URL, as a visitor does: finds mistakes of name, proxy, path and address. */
export const examinePublicUrl = async (settings: PublicSettings): Promise<Finding[]> => {
  const { publicUrl, jwtKeys, trustedProxies } = settings
  // Without trusted proxies, the service ignores the header, and logs a warning about it.
  const headers: Record<string, string> = trustedProxies.length === 0 ? {} : { 'x-forwarded-for': INVENTED }
  try {
    await get(`${publicUrl}/health/ready`)
    const { keys } = v.parse(keysShape, await get(`${publicUrl}/.well-known/jwks.json`))
    if (!keys.some(({ kid }) => kid === jwtKeys[0]?.kid))
      return [
        fail(
          `PUBLIC_URL ${publicUrl} leads to a service with other keys (JWT_KEYS) than these. Restart the service if its settings changed; otherwise correct PUBLIC_URL, or run '${adminCommand('doctor')}' with the service's settings.`,
        ),
      ]
    const { ip } = v.parse(ipShape, await get(`${publicUrl}/api/ip`, headers))
    return [
      ok(`The service answers at PUBLIC_URL ${publicUrl}.`),
      await lookAtAddress(ip, settings),
      ...(await lookAtSite(publicUrl)),
    ]
  } catch (error) {
    return [
      fail(
        `The service does not answer at PUBLIC_URL ${publicUrl}: ${reasonOf(error)}. Check that the service runs, that the name leads to the proxy, its certificate, and the proxy's address of the service.`,
      ),
    ]
  }
}
