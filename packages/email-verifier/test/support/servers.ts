// Tests of this repository import this as `@netbox/email-verifier/testing`; it is not part of the published package.
export { type LoopbackDns, startDns } from './loopback-dns.ts'
export { type ScriptedSmtpServer, type SeenCommand, startSmtpServer } from './scripted-smtp-server.ts'
