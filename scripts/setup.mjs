// Installs the packages of package-lock.json, unless they are installed. `npm start` and `npm test` run this first. It runs on Node 20
// without any package, and with the argument `start` it checks first that the port of the service is free. The same installation includes the Node 24 that builds and runs the project (docs/decisions/0005).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installationOf, nodeAdvice } from './setup/installation.mjs'
import { portAdvice } from './setup/port.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const installation = installationOf(root)

const fail = (sentence, code = 1) => {
  console.error(sentence)
  process.exit(code)
}

const taken = process.argv[2] === 'start' ? await portAdvice(process.env) : undefined
if (taken) fail(taken)

if (!installation.hasLockfile)
  fail('package-lock.json is missing, so the versions to install are unknown. Check out the repository again.')

if (!installation.isCurrent()) {
  console.error('Installing the locked dependencies with npm. Once is enough until package-lock.json changes.')
  // On Windows, npm is a script, which only a shell can start. Using a shell is safe: the arguments are constants.
  const npm = spawnSync('npm ci --loglevel=error', { cwd: root, stdio: 'inherit', shell: true })
  if (npm.error || npm.status === 127)
    fail('npm was not found. It comes with Node: install Node 20 or newer and try again.', 127)
  if (npm.status !== 0) fail('The installation failed. The error of npm is above.', npm.status ?? 1)
  installation.stamp()
}

const advice = nodeAdvice({ bundled: installation.hasBundledNode(), running: process.versions.node, platform: process })
if (advice) fail(advice)
