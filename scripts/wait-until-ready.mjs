// Waits until the service on this machine is ready, for ExecStartPost in netbox.service. Migrations of a large database take minutes.
import { setTimeout as wait } from 'node:timers/promises'

const { PORT = '5000' } = process.env
const url = `http://127.0.0.1:${PORT}/health/ready`
const end = Date.now() + 14 * 60_000

const isReady = () =>
  fetch(url, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  )

while (!(await isReady())) {
  if (Date.now() > end) {
    console.error(`netbox is not ready at ${url}`)
    process.exit(1)
  }
  await wait(200)
}
