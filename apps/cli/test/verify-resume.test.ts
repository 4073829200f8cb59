import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { netbox, start, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { emailsIn, lines, listOf, resultOf, startVerifier, stream } from './support/verifier.ts'

describe('a file to resume from', () => {
  it('is created, receives each result as it arrives, and is continued after an interruption', async () => {
    const addresses = listOf(2500)
    const { url, asked } = await startVerifier((emails, answer, number) => {
      const isBroken = number === 2
      const told = isBroken ? emails.slice(0, 300) : emails
      stream(answer).write(lines(told.map((email) => resultOf(email))), () =>
        isBroken ? answer.destroy() : answer.end(),
      )
    })
    const home = withService(useHome(), url)
    writeFileSync(join(home.folder, 'list.txt'), addresses.join('\n'))
    const args = ['verify', '--file', 'list.txt', '--resume', 'done.ndjson']
    const first = await netbox(home, args)
    expect(first.stderr).toContain('The same command continues where this one stopped.')
    expect(first.code).toBe(5)

    const second = await netbox(home, args)
    expect(second).toMatchObject({ code: 0, stdout: '', stderr: '1,200 verified: 1,200 valid; 1,300 known before.\n' })
    expect(emailsIn(readFileSync(join(home.folder, 'done.ndjson'), 'utf8'))).toEqual(addresses)
    expect(asked.slice(2).flat()).toEqual(addresses.slice(1300))

    const third = await netbox(home, args)
    expect(third).toMatchObject({ code: 0, stderr: '0 verified; 2,500 known before.\n' })
    expect(asked).toHaveLength(4)
  })
})

describe('an interrupted verification', () => {
  it('ends with 130 on Ctrl-C, keeps the results in the file, and leaves no incomplete one', async () => {
    const { url } = await startVerifier(([first = ''], answer) => {
      stream(answer).write(lines([resultOf(first)]))
    })
    const home = withService(useHome(), url)
    const held = start(home, ['verify', 'a@x.example', 'b@x.example', '--resume', 'done.ndjson', '--json'])
    const path = join(home.folder, 'done.ndjson')
    await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8'), { timeout: 45_000 }).toContain('a@x')
    held.child.kill('SIGINT')
    const { code, stderr } = await held.finished
    expect(stderr).toBe('Verification cancelled.\n')
    expect(code).toBe(130)
    expect(emailsIn(readFileSync(path, 'utf8'))).toEqual(['a@x.example'])
  })
})
