import { describe, expect, it } from 'vitest'
import { signatureOf } from './signature.mjs'

describe('signatureOf', () => {
  it('writes a constant that holds a function as what it is called like', async () => {
    expect(
      await signatureOf('export declare const read: <Id extends string>(id: Id, { at }?: Options) => Promise<Id>;'),
    ).toBe('function read<Id extends string>(id: Id, { at }?: Options): Promise<Id>')
  })

  it('keeps overloads, and leaves out where a type lies', async () => {
    const code =
      'export declare function open(): import("./world.ts").World;\nexport declare function open(at: number): Late;'
    expect(await signatureOf(code)).toBe('function open(): World\nfunction open(at: number): Late')
  })

  it('keeps what is said of fields', async () => {
    const code = 'export interface Options {\n    /** In ms. */\n    readonly wait?: number;\n}'
    expect(await signatureOf(code)).toBe('interface Options {\n  /** In ms. */\n  readonly wait?: number\n}')
  })

  it('folds what is deepest until it fits', async () => {
    const code = 'export declare const texts: {\n readonly a: {\n readonly b: {\n readonly c: 1;\n };\n };\n};'
    expect(await signatureOf(code)).toContain('readonly c: 1')
    expect(await signatureOf(code, 5)).toBe('const texts: {\n  readonly a: {\n    readonly b: { … }\n  }\n}')
    expect(await signatureOf(code, 1)).toBe('const texts: { … }')
  })

  it('says which declaration it cannot read', async () => {
    await expect(signatureOf('export declare const: number')).rejects.toThrow('in\nexport declare const: number')
  })
})
