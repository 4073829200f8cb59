import { describe, expect, it } from 'vitest'
import { readHostPort, withHostPorts } from './host-ports.ts'

describe('a port of the machine', () => {
  it('is a number, with a name if you like', () => {
    expect(readHostPort('5432')).toEqual({ port: 5432, name: undefined })
    expect(readHostPort('5432:DB.shop.example')).toEqual({ port: 5432, name: 'db.shop.example' })
  })

  it.each(['', '0', '70000', 'x', '5432:', '5432:*.shop.example', '10.0.0.1:5432', '5432:db:1', '-1'])(
    'is refused as %j',
    (text) => {
      expect(() => readHostPort(text)).toThrow(`'${text}' is not a port of this machine. Expected PORT[:NAME]`)
    },
  )

  it('gives its names the address of the machine, unless the document says something else', () => {
    const document = withHostPorts(undefined, [readHostPort('5432:db.shop.example')])
    expect(document?.domains).toEqual({
      'host.netbox.internal': { records: { A: ['192.0.2.3'] } },
      'db.shop.example': { records: { A: ['192.0.2.3'] } },
    })
    expect(document?.hosts?.['db.shop.example']?.ports).toMatchObject({ 22: 'refused', 5432: 'open' })
    expect(withHostPorts(document, [readHostPort('5432:db.shop.example')])).toEqual(document)
    const other = { hosts: { 'db.shop.example': { servedBy: 'self' as const } } }
    expect(() => withHostPorts(other, [readHostPort('5432:db.shop.example')])).toThrow(
      'db.shop.example leads to this machine, but the world file says something else about it.',
    )
  })
})
