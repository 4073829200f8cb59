import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { netbox, startShell, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { emailsIn, lines, listOf, resultOf, startVerifier } from './support/verifier.ts'

describe('a file to resume from', () => {
  it('continues after a process that was killed in the middle of a line', async () => {
    const { url } = await startVerifier()
    const home = withService(useHome(), url)
    const path = join(home.folder, 'done.ndjson')
    const torn = JSON.stringify(resultOf('b@x.example')).slice(0, 40)
    writeFileSync(path, `${lines([resultOf('a@x.example')])}${torn}`)
    await netbox(home, ['verify', 'a@x.example', 'b@x.example', '--resume', 'done.ndjson'])
    expect(emailsIn(readFileSync(path, 'utf8'))).toEqual(['a@x.example', 'b@x.example'])
  })

  it.each([
    ['a letter', 'Dear Ana,\nthis is no list.\n'],
    ['one line of anything', 'my only copy'],
    ['JSON of something else', '{"tool":"mx-record"}\n'],
    ['a CSV file', 'Email,Status\n'],
  ])('that contains %s stays unchanged', async (_what, text) => {
    const home = useHome()
    const path = join(home.folder, 'other')
    writeFileSync(path, text)
    const { code, stderr } = await netbox(home, ['verify', 'a@x.example', '--resume', 'other'])
    expect(stderr).toBe(
      "'other' contains other data than results of 'netbox verify --json' (line 1), so it was not changed.\n",
    )
    expect(code).toBe(2)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('that can’t be written is refused before any request', async () => {
    const { url, asked } = await startVerifier()
    const { code, stderr } = await netbox(withService(useHome(), url), ['verify', 'a@x.example', '--resume', 'no/x'])
    expect(stderr).toBe("'no/x' can't be written: its folder does not exist.\n")
    expect(code).toBe(1)
    expect(asked).toEqual([])
  })
})

describe('an interrupted verification', () => {
  it('is not a failure when the reader closes the pipe', async () => {
    const { url } = await startVerifier()
    const home = withService(useHome(), url)
    writeFileSync(join(home.folder, 'list.txt'), listOf(3000).join('\n'))
    const { stdout } = await startShell(
      home,
      'netbox verify --file list.txt --json --quiet | head -1; echo "${PIPESTATUS[0]}"',
    ).finished
    const [, code] = stdout.trim().split('\n')
    expect(code).toBe('0')
  })
})
