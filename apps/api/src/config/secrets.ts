import { createHash, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { makeFolder } from '../make-folder.ts'
import { hasCode, reasonOf } from '../system-errors.ts'
import { adminCommand, ConfigError } from './settings.ts'

/** A key that encrypts stored data: 32 bytes, with a name. */
export interface EncryptionKey {
  readonly kid: string
  readonly key: Uint8Array
}

const KEY_BYTES = 32
// The minimum number of different byte values in a key. Only one of 10^9 random keys has fewer; typed text usually has fewer.
const DIFFERENT_BYTES = 16

const isStrong = (bytes: Uint8Array): boolean => bytes.length === KEY_BYTES && new Set(bytes).size >= DIFFERENT_BYTES

const jwtKey = v.object({
  kid: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  x: v.string(),
  y: v.string(),
  /** The private part. The first key needs it; a retired one doesn't. */
  d: v.optional(v.string()),
  /** The time when tokens of this key expire, in epoch milliseconds. Without it, the key is accepted as long as it is in the ring. */
  until: v.optional(v.number()),
})

/** A key that signs access tokens: EC on P-256. */
export type JwtKey = Readonly<v.InferOutput<typeof jwtKey>>

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fits = ({ x, y, d }: { x: string; y: string; d: string }): boolean => {
  try {
    createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
    return isStrong(Buffer.from(d, 'base64url'))
  } catch {
    return false
  }
}

const withoutDoubles = <Key extends { readonly kid: string }>(name: string, keys: readonly Key[]): readonly Key[] => {
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length)
    throw new ConfigError(name, 'has two keys with the same kid; remove one')
  return keys
}

/** Parses JWT_KEYS: a JSON list of `{kid, x, y, d, until?}`, the current key first. */
export const readJwtKeys = (text: string): readonly JwtKey[] => {
  const parsed = v.safeParse(v.pipe(v.array(jwtKey), v.minLength(1)), parseJson(text))
  if (!parsed.success)
    throw new ConfigError('JWT_KEYS', 'must be a JSON list of keys {kid, x, y, d}, the current one first')
  const [first, ...others] = parsed.output
  const isWeak = ({ x, y, d }: JwtKey): boolean => d === undefined || !fits({ x, y, d })
  if (first === undefined || isWeak(first) || others.some((key) => key.d !== undefined && isWeak(key)))
    throw new ConfigError('JWT_KEYS', `has a key that is weak or not on P-256; make one with '${adminCommand('keys')}'`)
  return withoutDoubles('JWT_KEYS', parsed.output)
}

/** Parses ENCRYPTION_KEYS: `kid:key` separated by commas, the current one first; a key is 32 bytes as base64url. */
export const readEncryptionKeys = (text: string): readonly EncryptionKey[] => {
  const keys = text.split(',').map((item) => {
    const [kid = '', key = '', ...more] = item.trim().split(':')
    if (!/^[\w-]{1,64}$/.test(kid) || !/^[\w-]+$/.test(key) || more.length > 0)
      throw new ConfigError('ENCRYPTION_KEYS', "must be 'kid:key' separated by commas, each key 32 bytes as base64url")
    return { kid, key: new Uint8Array(Buffer.from(key, 'base64url')) }
  })
  if (!keys.every(({ key }) => isStrong(key)))
    throw new ConfigError(
      'ENCRYPTION_KEYS',
      `has a key that is weak or not 32 bytes; make one with '${adminCommand('keys')}'`,
    )
  return withoutDoubles('ENCRYPTION_KEYS', keys)
}

export const formatEncryptionKeys = (keys: readonly EncryptionKey[]): string =>
  keys.map(({ kid, key }) => `${kid}:${Buffer.from(key).toString('base64url')}`).join(',')

/** Generates a value of JWT_KEYS. Its kid is the key's thumbprint (RFC 7638). */
export const makeJwtKeys = (): string => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y, d } = privateKey.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')
  return JSON.stringify([{ kid, x, y, d }])
}

/** Generates a value of ENCRYPTION_KEYS. */
export const makeEncryptionKeys = (): string => {
  const key = randomBytes(KEY_BYTES)
  const kid = createHash('sha256').update(key).digest('hex').slice(0, 12)
  return `${kid}:${key.toString('base64url')}`
}

/** Generates a value of ANON_KEY. It is public: it identifies the service and grants no access. */
export const makeAnonKey = (): string => `sb_publishable_${randomBytes(24).toString('base64url')}`

/** Creates a folder that only this user can read, if it is missing. */
export const makePrivateFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(path, 0o700)
  // This mode does not depend on the umask.
  chmodSync(path, 0o700)
}

/** Returns the text of a file; undefined if it is missing. A file that can't be read is an error: a new secret would not open old data. */
export const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new ConfigError(
      path,
      `can't be read (${reasonOf(error)}): make it a file that the user of the service may read`,
    )
  }
}

/**
 * Returns the secret in a file of the data folder, and creates it if it is missing. Processes that start at the same time all get the
 * secret that was created first, because creating a link is atomic.
 */
export const keptSecret = (folder: string, name: string, make: () => string): string => {
  const path = join(folder, name)
  const kept = readIfThere(path)
  if (kept !== undefined) return kept
  makePrivateFolder(folder)
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, `${make()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}

/** Returns the secret in a file of the data folder. Throws if it is missing. */
export const readSecret = (folder: string, name: string): string => {
  const path = join(folder, name)
  const kept = readIfThere(path)
  if (kept !== undefined) return kept
  throw new ConfigError(path, `is missing: check DATA_DIR, or run '${adminCommand('migrate')}' first, which creates it`)
}

/** Returns a warning for each file that other users on this machine can read, and for each folder that they can change. */
export const looseModes = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => {
    const stats = process.platform === 'win32' ? undefined : statSync(path, { throwIfNoEntry: false })
    const mode = (stats?.mode ?? 0) & 0o777
    const isLoose = (mode & (stats?.isDirectory() ? 0o022 : 0o077)) !== 0
    const fix = stats?.isDirectory() ? '700' : '600'
    return isLoose
      ? [`${path} is open to other users of this machine (mode ${mode.toString(8)}): chmod ${fix} it.`]
      : []
  })
