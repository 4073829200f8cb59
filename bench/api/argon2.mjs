// The baseline of a sign-in: only argon2id, with the API's cost and concurrency.
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const AT_ONCE = 3

const seconds = Number(process.argv[2])
const message = Buffer.from('correct horse battery')
const end = performance.now() + seconds * 1000
let hashes = 0
const lane = async () => {
  while (performance.now() < end) {
    await derive('argon2id', { ...COST, message, nonce: randomBytes(16) })
    // Only hashes that finish in time count. The same is true of the servers' responses.
    if (performance.now() <= end) hashes += 1
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, lane))
console.log(hashes / seconds)
