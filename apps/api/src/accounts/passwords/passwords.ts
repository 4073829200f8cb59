import pLimit from 'p-limit'
import { Refusal } from '../../refusal.ts'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { MIN_PASSWORD_LENGTH } from '@netbox/product'

/** The `Retry-After` in seconds. One hash takes about 20 ms, so a full queue is empty in less than a second. */
const RETRY_AFTER = 1

/** Creates a pool that runs at most `atOnce` tasks at a time and queues at most `queue` more. */
export const createHashPool = ({ atOnce, queue }: { readonly atOnce: number; readonly queue: number }) => {
  const limit = pLimit(atOnce)
  let admitted = 0
  const refuseBeyond = (already: number): void => {
    if (already >= atOnce + queue) throw new Refusal('busy', { retryAfter: RETRY_AFTER })
  }
  return {
    /** Runs work as soon as a slot is free. Throws `busy` immediately if the queue is full. */
    run: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      refuseBeyond(limit.activeCount + limit.pendingCount)
      return limit(work)
    },
    /** Runs work that will need a hash. Throws `busy` immediately if all slots and all places in the queue are taken. */
    admit: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      refuseBeyond(admitted)
      admitted += 1
      try {
        return await work()
      } finally {
        admitted -= 1
      }
    },
    /** Returns the numbers of running and queued tasks, for metrics. */
    load: () => ({ running: limit.activeCount, waiting: limit.pendingCount }),
  }
}

/** The cost of an argon2id hash. Source: RFC 9106. */
interface Argon2Cost {
  /** Memory in KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** A stored argon2id hash, with its salt and cost. */
interface StoredHash extends Argon2Cost {
  readonly salt: Buffer
  readonly tag: Buffer
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,8})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,171})$/

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Formats a hash as a PHC string: base64 without padding, version 19 (0x13). */
const toPhc = ({ memory, passes, parallelism, salt, tag }: StoredHash): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

/** Parses a PHC string of argon2id; undefined for other text. */
export const fromPhc = (text: string): StoredHash | undefined => {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(text) ?? []
  if (memory === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** The result of a password check: whether the password was right, and the replacement of an old hash. */
export type Verdict = { readonly isRight: false } | { readonly isRight: true; readonly replacement: string | undefined }

/** The maximum password length, in UTF-16 units as in browsers. A longer password is refused, not truncated. */
export const MAX_PASSWORD_LENGTH = 1024

const SALT_BYTES = 16
const TAG_BYTES = 32
// The maximum number of concurrent hashes. Node hashes on libuv's four threads, and one stays free for files and DNS lookups.
const AT_ONCE = 3
const QUEUE = 64

/** OWASP's second choice for argon2id: 19 MiB, two passes. */
const COST: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

const derive = promisify(argon2)

/** Returns the bytes of a password in NFC. Without NFC, the same password could have different bytes, depending on the keyboard. */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFC'))

const tagOf = ({ memory, passes, parallelism, salt, tag }: StoredHash, password: string): Promise<Buffer> =>
  derive('argon2id', { message: bytesOf(password), nonce: salt, memory, passes, parallelism, tagLength: tag.length })

const isCurrent = (stored: StoredHash, cost: Argon2Cost): boolean =>
  stored.memory === cost.memory &&
  stored.passes === cost.passes &&
  stored.parallelism === cost.parallelism &&
  stored.salt.length >= SALT_BYTES &&
  stored.tag.length === TAG_BYTES

export interface PasswordOptions {
  /** The minimum password length, in UTF-16 units; default 6, as in the specification. */
  readonly minLength?: number
  readonly cost?: Argon2Cost
}

/** Creates the password service: argon2id, with at most three hashes at once and 64 in the queue. */
export const createPasswords = ({ minLength = MIN_PASSWORD_LENGTH, cost = COST }: PasswordOptions = {}) => {
  const pool = createHashPool({ atOnce: AT_ONCE, queue: QUEUE })
  const fresh = (): StoredHash => ({ ...cost, salt: randomBytes(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) })
  // A random tag matches no known password, and needs no computation.
  const dummy: StoredHash = { ...fresh(), tag: randomBytes(TAG_BYTES) }

  const make = async (password: string): Promise<string> => {
    const blank = fresh()
    return toPhc({ ...blank, tag: await tagOf(blank, password) })
  }

  /** Throws `password_too_long` for a password that no account can have. */
  const refuseLong = (password: string): void => {
    if (password.length > MAX_PASSWORD_LENGTH) throw new Refusal('password_too_long')
  }

  /** Checks the length of a password. Throws `password_too_short` or `password_too_long`. */
  const check = (password: string): void => {
    if (password.length < minLength) throw new Refusal('password_too_short', { minimum: minLength })
    refuseLong(password)
  }

  return {
    check,
    refuseLong,
    /** Returns the PHC string of a new password. Throws `busy`, and the errors of `check`. */
    hash: async (password: string): Promise<string> => {
      check(password)
      return pool.run(() => make(password))
    },
    /**
     * Checks a password against a stored hash. Pass undefined for a missing account: a dummy hash takes the same time and never matches.
     * `replacement` is a hash with the current cost if the stored one has another cost. No account can have an overlong password, so it is
     * wrong. Throws `busy`.
     */
    verify: async (phc: string | undefined, password: string): Promise<Verdict> => {
      if (password.length > MAX_PASSWORD_LENGTH) return { isRight: false }
      const known = phc === undefined ? undefined : fromPhc(phc)
      const stored = known ?? dummy
      return pool.run(async () => {
        const isRight = timingSafeEqual(await tagOf(stored, password), stored.tag) && known !== undefined
        if (!isRight) return { isRight }
        return { isRight, replacement: isCurrent(known, cost) ? undefined : await make(password) }
      })
    },
    admit: pool.admit,
    load: pool.load,
  }
}

export type Passwords = ReturnType<typeof createPasswords>
