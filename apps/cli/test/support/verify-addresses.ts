import { createVerifier } from '@netbox/email-verifier'

/*
 * A program that uses the verifier. It verifies addresses and prints a reason for each: `node verify-addresses.ts ADDRESS …`. The world's
 * IP addresses are reserved for documentation and benchmarks, so the verifier connects to them only with `allow`.
 */
const verifier = createVerifier({ helo: 'client.example', mailFrom: 'ben@client.example', allow: () => true })
const reasons: Record<string, string> = {}
for await (const { email, reason } of verifier.verifyMany(process.argv.slice(2))) reasons[email] = reason
console.log(JSON.stringify(reasons))
