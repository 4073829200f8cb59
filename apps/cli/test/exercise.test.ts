import { describe, expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'

const CHECK = ['exercise', 'check', 'find-1', '-']

describe('an answer on stdin', () => {
  it('may be UTF-16 with a byte order mark, as PowerShell writes it', async () => {
    const home = useHome()
    const answer = JSON.stringify({ domain: 'nowhere.example', component: 'mx-record', fault: 'mx-down' })
    const plain = await netbox(home, CHECK, { input: answer })
    expect(plain).toMatchObject({ code: 1, stdout: expect.stringContaining('nowhere.example') })
    expect(await netbox(home, CHECK, { input: Buffer.from(`\ufeff${answer}`, 'utf16le') })).toEqual(plain)
  })

  it('in another encoding is refused with the line', async () => {
    const { stderr } = await netbox(useHome(), CHECK, {
      input: Buffer.from('{\n"domain": "m\u00fcller.example"}', 'latin1'),
    })
    expect(stderr).toContain("Line 2 of 'stdin' is not UTF-8. Save the file as UTF-8.")
  })
})
