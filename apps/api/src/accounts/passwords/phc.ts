/** The cost of an argon2id hash. Source: RFC 9106. */
export interface Argon2Cost {
  /** Memory in KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** A stored argon2id hash, with its salt and cost. */
export interface StoredHash extends Argon2Cost {
  readonly salt: Buffer
  readonly tag: Buffer
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,8})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,171})$/

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** Formats a hash as a PHC string: base64 without padding, version 19 (0x13). */
export const toPhc = ({ memory, passes, parallelism, salt, tag }: StoredHash): string =>
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
