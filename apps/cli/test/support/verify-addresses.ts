import { createVerifier } from '@netbox/email-verifier'

/*
 * Verifies addresses as a program does that uses the verifier, and prints a reason for each: node verify-addresses.ts ADDRESS …
 * The world's addresses are for documentation and benchmarks, which the verifier contacts only when it is told to.
 */
const verifier = createVerifier({ helo: 'client.example', mailFrom: 'ben@client.example', allow: () => true })
const reasons: Record<string, string> = {}
for await (const { email, reason } of verifier.verifyMany(process.argv.slice(2))) reasons[email] = reason
console.log(JSON.stringify(reasons))
