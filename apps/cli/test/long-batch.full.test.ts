import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startShell, useHome } from './support/netbox.ts'

const name = (index: number): string => (index % 1000 === 999 ? `bad line ${index}` : `host${index}.example`)

it('answers 100,000 lines one by one in bounded memory, beyond the daily limit and failed lines', async () => {
  const home = useHome()
  mkdirSync(join(home.folder, 'big'))
  writeFileSync(
    join(home.folder, 'big', 'list.txt'),
    Array.from({ length: 100_000 }, (_, index) => name(index)).join('\n'),
  )
  // The shell prints the maximum resident size of the command, in KiB.
  const { stdout, stderr, code } = await startShell(
    home,
    `netbox mx-record - --json < big/list.txt > big/out.ndjson & wait_for=$!; highest=0
     while kill -0 $wait_for 2>/dev/null; do
       size=$(awk '/VmHWM/ { print $2 }' /proc/$wait_for/status 2>/dev/null); highest=\${size:-$highest}
     done
     wait $wait_for; status=$?; wc -l < big/out.ndjson; grep -c invalid_input big/out.ndjson; grep -c '"simulated":true' big/out.ndjson; echo $highest; exit $status`,
  ).finished
  const [lines, bad, ran, highest] = stdout.trim().split('\n').map(Number)
  expect({ lines, bad, ran, code }).toEqual({ lines: 100_000, bad: 100, ran: 100, code: 5 })
  expect(stderr).toBe('100 ran, 99,900 failed.\n')
  if (process.platform === 'linux') expect((highest ?? 0) / 1024).toBeLessThanOrEqual(150)
})
