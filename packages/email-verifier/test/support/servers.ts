// apps/api/test/support/verifier-servers.ts gives these to the tests of the service. They are not part of the published package.
export { type LoopbackDns, startDns } from './loopback-dns.ts'
export { type ScriptedSmtpServer, type SeenCommand, startSmtpServer } from './scripted-smtp-server.ts'
