// Runs turbo without telemetry. turbo reads this setting only from an environment variable, and npm scripts can't set one in the same way
// on every platform.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { commitOf } from './packages/commit-of.mjs'

const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo')

const child = spawn(process.execPath, [turbo, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
    // Part of the hash of the packed command.
    NETBOX_COMMIT: commitOf(fileURLToPath(new URL('..', import.meta.url))),
  },
})

child.on('error', (error) => {
  console.error(`turbo did not start: ${error.message}`)
  process.exitCode = 1
})
// Passes signals on to turbo, then waits until it ends and exits with its exit code.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
