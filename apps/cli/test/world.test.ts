import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { netbox, useHome } from './support/netbox.ts'

const ANSWERS = 'www.shop.example. 300 IN A 192.0.2.1\nno record\n'

describe('netbox world', () => {
  it('imports answers from stdin, with the unread lines on stderr, into a file that it then checks and shows', async () => {
    const home = useHome()
    const { code, stderr } = await netbox(home, ['world', 'import', '-', '-o', 'shop.yaml'], { input: ANSWERS })
    expect({ code, stderr }).toEqual({ code: 5, stderr: "stdin:2: 'record' is not a record type.\n" })
    expect(readFileSync(join(home.folder, 'shop.yaml'), 'utf8')).toContain(
      '{ address: "192.0.2.1", ttl: 300 } # stdin:1\n',
    )
    expect(await netbox(home, ['world', 'check', 'shop.yaml'])).toMatchObject({
      code: 0,
      stdout: 'shop.yaml: valid, with facts about 1 name, 0 hosts, 0 addresses.\n',
    })
    const shown = await netbox(home, ['world', 'show', 'www.shop.example', '--world', 'shop.yaml', '--seed', 'k3f9'])
    expect(shown.stdout).toContain('document  A       300 192.0.2.1\n')
    expect(await netbox(home, ['world', 'import', '-'], { input: 'no record\n' })).toMatchObject({ code: 2 })
  })

  it('checks several files, and prints each problem with file, line and field', async () => {
    const home = useHome()
    writeFileSync(join(home.folder, 'a.yaml'), 'domains:\n  a.example: { dns: no }\nhosts:\n  b.example: { smtp: 3 }\n')
    const { code, stdout } = await netbox(home, ['world', 'check', 'a.yaml', '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject([
      {
        valid: false,
        errors: [
          { file: 'a.yaml', line: 2, field: 'domains.a.example.dns' },
          { file: 'a.yaml', line: 4, field: 'hosts.b.example.smtp' },
        ],
      },
    ])
  })

  it('names what is missing or wrong', async () => {
    const home = useHome()
    const errorOf = async (...words: string[]) => {
      const { code, stderr } = await netbox(home, ['world', ...words])
      return `${code} ${stderr}`
    }
    expect(await errorOf('check')).toContain("2 'netbox world check' needs a file.")
    expect(await errorOf('import')).toContain("2 'netbox world import' needs a file, or '-'.")
    expect(await errorOf('show')).toContain("2 'netbox world show' needs one name.")
    expect(await errorOf('check', 'none.yaml')).toContain("2 'none.yaml' can't be read: it does not exist.")
    expect(await errorOf('forget')).toContain('check, show, import')
  })
})
