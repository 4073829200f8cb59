import { createServer } from 'node:http'

const { fetchText } = await import(process.argv[2])

// What nobody may fetch: a server of the same machine.
const server = createServer((_, response) => response.end('secret')).listen(80)

const { NETBOX_CONTROL_URL: control, NETBOX_CONTROL_TOKEN: token } = process.env
const change = (scenario) =>
  fetch(`${control}/scenario`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ scenario }),
  })

const FAULTS = 'ssrf-loopback ssrf-private ssrf-metadata ssrf-mapped ssrf-second rebinding redirect-inwards'
for (const scenario of ['healthy', ...FAULTS.split(' ')]) {
  await change(scenario)
  const outcome = await fetchText('http://www.shop.example/').catch(({ message }) => message)
  const isLeak = outcome !== 'page' && outcome !== 'refused'
  console.log(`${scenario}: ${isLeak ? 'LEAKED' : outcome}`)
  if (isLeak) process.exitCode = 1
}
server.close()
