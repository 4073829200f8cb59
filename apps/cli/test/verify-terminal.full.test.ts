import { describe, expect, it } from 'vitest'
import { useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { hasTmux, openTerminal } from './support/terminal.ts'
import { lines, resultOf, startVerifier, stream } from './support/verifier.ts'

describe.runIf(hasTmux)('verifying on a terminal', () => {
  it('a list shows its progress while results go to a file, and clears it at the end', async () => {
    let release = (): void => undefined
    const { url } = await startVerifier(async (emails, answer) => {
      stream(answer).write(lines(emails.slice(0, 2).map((email) => resultOf(email))))
      await new Promise<void>((resolve) => {
        release = resolve
      })
      answer.end(lines(emails.slice(2).map((email) => resultOf(email))))
    })
    const terminal = openTerminal(withService(useHome(), url))
    terminal.type('clear; netbox verify a@x.example b@x.example c@x.example --json > out.ndjson', 'Enter')
    await expect.poll(() => terminal.screen(), { timeout: 45_000, interval: 30 }).toMatch(/^[12] done$/m)
    release()
    await expect.poll(() => terminal.screen(), { timeout: 45_000, interval: 30 }).toContain('3 verified: 3 valid.')
    expect(terminal.screen()).not.toMatch(/^\d done/m)
  })

  it('each result is a colored line that fits, with the rest below it', async () => {
    const { url } = await startVerifier()
    const terminal = openTerminal(withService(useHome(), url), { columns: 60 })
    terminal.type('netbox verify ana@mail.example bob@shop.example', 'Enter')
    await expect.poll(() => terminal.screen(), { timeout: 45_000, interval: 30 }).toContain('2 verified: 2 valid.')
    const rows = terminal
      .screen()
      .split('\n')
      .filter((line) => line.startsWith('✔ Valid'))
    expect(rows).toHaveLength(2)
    expect(rows.every((line) => line.length <= 60)).toBe(true)
  })
})
