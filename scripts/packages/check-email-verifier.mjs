import { compile, strictOptions } from './compile.mjs'
import { nodes } from './run.mjs'

/** The package's run-time dependencies. */
export const verifierNeeds = ['disposable-email-domains-js', '@types/node', 'undici-types']

const use = `
const main = async () => {
  const result = await simulatedVerifier().verify('ana@mail.example')
  if (result.email !== 'ana@mail.example') throw new Error('unexpected: ' + JSON.stringify(result))
  if (!isRoleAccount('postmaster')) throw new Error('postmaster is a role')
  const parsed = parseAddress('ana@bücher.example')
  if (parsed.domain !== 'xn--bcher-kva.example') throw new Error('unexpected: ' + JSON.stringify(parsed))
  if (typeof createVerifier !== 'function') throw new Error('no verifier')
}
main().catch((error) => { console.error(error); process.exitCode = 1 })
`

const names = '{ createVerifier, isRoleAccount, parseAddress, simulatedVerifier }'

/** Verifies an address without contacting a server, from an ES module. */
export const checkVerifierImport = ({ root, write }) => {
  write('verifier.mjs', `import ${names} from '@netbox/email-verifier'\n${use}`)
  return nodes(['verifier.mjs'], { cwd: root })
}

/** Does the same as `checkVerifierImport`, but from CommonJS. */
export const checkVerifierRequire = ({ root, write }) => {
  write('verifier.cjs', `const ${names} = require('@netbox/email-verifier')\n${use}`)
  return nodes(['verifier.cjs'], { cwd: root })
}

const program = `
import { createVerifier, simulatedVerifier, type VerificationResult } from '@netbox/email-verifier'

export const real = createVerifier({ helo: 'verify.mail.example', mailFrom: 'verify@mail.example' })
export const result: Promise<VerificationResult> = simulatedVerifier().verify('ana@mail.example')
// @ts-expect-error a verifier has a name to introduce itself with
export const nobody = createVerifier({})
`

/** Compiles a strict project that verifies addresses. */
export const checkVerifierTypes = (consumer) =>
  compile(consumer, 'verifier', program, {
    ...strictOptions,
    module: 'nodenext',
    lib: ['es2023', 'esnext.disposable'],
  })
