// @boundaries-ignore The random tests of all packages draw the same names.
export * from '../../../core/test/support/names.ts'
