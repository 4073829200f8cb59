// Waits until the service on this machine is ready, for ExecStartPost in netbox.service. Migrations of a large database take minutes.
import { setTimeout as wait } from 'node:timers/promises'

const { HOST = '127.0.0.1', PORT = '5000', MAINPID } = process.env
const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const url = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/health/ready`
const end = Date.now() + 14 * 60_000

const isReady = () =>
  fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Returns whether the service has ended, for which systemd waits only after this program. */
const hasEnded = () => {
  if (MAINPID === undefined) return false
  try {
    process.kill(Number(MAINPID), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

while (!(await isReady())) {
  if (hasEnded() || Date.now() > end) {
    console.error(`netbox is not ready at ${url}`)
    process.exit(1)
  }
  await wait(200)
}
