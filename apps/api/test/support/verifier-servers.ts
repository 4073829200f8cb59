// @boundaries-ignore The loopback servers that test the verifier. Only this repository needs them, so they are not an entry of the package.
export * from '../../../../packages/email-verifier/test/support/servers.ts'
