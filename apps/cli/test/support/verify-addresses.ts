import { createVerifier } from '@netbox/email-verifier'

/*
 * Verifies addresses like a program that uses the verifier, and prints a reason for each: node verify-addresses.ts ADDRESS … The world's
 * addresses are for documentation and benchmarks, so the verifier contacts them only if allowed.
 */
const verifier = createVerifier({ helo: 'client.example', mailFrom: 'ben@client.example', allow: () => true })
const reasons: Record<string, string> = {}
for await (const { email, reason } of verifier.verifyMany(process.argv.slice(2))) reasons[email] = reason
console.log(JSON.stringify(reasons))
