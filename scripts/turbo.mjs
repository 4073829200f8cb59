// Runs turbo without telemetry. turbo reads that setting only from the environment, and npm scripts can't set a variable in the same way on
// every platform.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo')

const child = spawn(process.execPath, [turbo, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1', DO_NOT_TRACK: '1' },
})

child.on('error', (error) => {
  console.error(`turbo did not start: ${error.message}`)
  process.exitCode = 1
})
// A signal stops turbo through the terminal's process group; this process only waits to pass on its exit code.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
})
