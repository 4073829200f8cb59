// Writes packages/core/src/world/keys/key-pool.ts with new signing keys for simulated zones and mail domains. If you run it, every world has
// other keys, so WORLD_VERSION must change too. The keys are public and protect nothing.
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'

/** Any two primes of the same length make an RSA key of twice that length: 24 primes make 276 keys. */
const PRIMES = { 512: 16, 1024: 24 }
const CURVE_KEYS = 16

const hexOf = (base64url) => Buffer.from(base64url, 'base64url').toString('hex')

const primesOf = (bits) =>
  Array.from({ length: PRIMES[bits] / 2 }, () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2 * bits })
    const { p, q } = privateKey.export({ format: 'jwk' })
    return [hexOf(p), hexOf(q)]
  }).flat()

const curveKeysOf = (type, options) =>
  Array.from({ length: CURVE_KEYS }, () => {
    const { x, y = '', d } = generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' })
    return `${hexOf(d)} ${hexOf(x)}${hexOf(y)}`
  })

const lines = (name, about, items) => [
  `/** ${about} */`,
  `export const ${name} = [`,
  ...items.map((item) => `  '${item}',`),
  `] as const`,
  '',
]

const text = [
  '/*',
  ' * The keys of the simulated internet, written by scripts/generate-key-pool.mjs. All of them are public, so a signature made',
  ' * with one proves nothing outside of a simulated world. Numbers are hexadecimal.',
  ' */',
  '',
  ...lines('PRIMES_512', 'Primes for RSA keys of 1024 bits.', primesOf(512)),
  ...lines('PRIMES_1024', 'Primes for RSA keys of 2048 bits.', primesOf(1024)),
  ...lines(
    'P256_KEYS',
    'Keys of the curve P-256, private and public (RFC 6605, section 4).',
    curveKeysOf('ec', { namedCurve: 'P-256' }),
  ),
  ...lines('ED25519_KEYS', 'Keys of Ed25519, private and public (RFC 8080, section 3).', curveKeysOf('ed25519', {})),
].join('\n')

writeFileSync(new URL('../packages/core/src/world/keys/key-pool.ts', import.meta.url), text)
