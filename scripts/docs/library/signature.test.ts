import { describe, expect, it } from 'vitest'
import { signatureOf } from './signature.mjs'

describe('signatureOf', () => {
  it('writes a constant that contains a function like a call', async () => {
    expect(
      await signatureOf('export declare const read: <Id extends string>(id: Id, { at }?: Options) => Promise<Id>;'),
    ).toBe('function read<Id extends string>(id: Id, { at }?: Options): Promise<Id>')
  })

  it('keeps overloads, and leaves out the location of a type', async () => {
    const code =
      'export declare function open(): import("./world.ts").World;\nexport declare function open(at: number): Late;'
    expect(await signatureOf(code)).toBe('function open(): World\nfunction open(at: number): Late')
  })

  it('keeps the comments of fields', async () => {
    const code = 'export interface Options {\n    /** In ms. */\n    readonly wait?: number;\n}'
    expect(await signatureOf(code)).toBe('interface Options {\n  /** In ms. */\n  readonly wait?: number\n}')
  })

  it('folds the deepest levels until it fits', async () => {
    const code = 'export declare const texts: {\n readonly a: {\n readonly b: {\n readonly c: 1;\n };\n };\n};'
    expect(await signatureOf(code)).toContain('readonly c: 1')
    expect(await signatureOf(code, 5)).toBe('const texts: {\n  readonly a: {\n    readonly b: { … }\n  }\n}')
    expect(await signatureOf(code, 1)).toBe('const texts: { … }')
  })

  it('names an unreadable declaration', async () => {
    await expect(signatureOf('export declare const: number')).rejects.toThrow('in\nexport declare const: number')
  })
})
