import { describe, expect, it } from 'vitest'
import { mediaTypeOf, readUpload } from './read-upload.ts'

describe('the type of a file', () => {
  it('is the type that the system knows, or else the type of the file extension', () => {
    expect(mediaTypeOf({ name: 'list.txt', type: 'text/plain' })).toBe('text/plain')
    expect(mediaTypeOf({ name: 'list.CSV', type: '' })).toBe('text/csv')
    expect(mediaTypeOf({ name: 'list.csv', type: 'application/vnd.ms-excel' })).toBe('text/csv')
    expect(mediaTypeOf({ name: 'list.xls', type: 'application/vnd.ms-excel' })).toBe('application/vnd.ms-excel')
    expect(mediaTypeOf({ name: 'list.csv', type: 'image/png' })).toBe('image/png')
    expect(mediaTypeOf({ name: 'list', type: '' })).toBe('')
  })
})

describe('an uploaded list', () => {
  it('may be UTF-16 with a byte order mark, as PowerShell writes it', async () => {
    const file = new File(
      [Buffer.from('\ufeffana@mail.example\r\nj\u00fcrgen@mail.example\r\n', 'utf16le')],
      'list.txt',
      {
        type: 'text/plain',
      },
    )
    expect(await readUpload(file, 'pro')).toMatchObject({
      name: 'list.txt',
      emails: ['ana@mail.example', 'j\u00fcrgen@mail.example'],
    })
  })

  it('in another encoding is refused with the line', async () => {
    const file = new File([Buffer.from('ana@mail.example\nj\u00fcrgen@mail.example', 'latin1')], 'list.csv')
    expect(await readUpload(file, 'pro')).toEqual({
      title: 'The file could not be read',
      message: 'Line 2 of list.csv is not UTF-8. Save the file as UTF-8.',
    })
  })
})
