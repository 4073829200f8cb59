import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `ping-test`, by code. */
export const pingTestCodes = findingKinds({
  'ping-far': { title: 'The round-trip time is long', severities: ['info'] },
  'ping-jitter': { title: 'The round-trip times vary', severities: ['warning'] },
  'ping-loss': { title: 'Every tenth packet or more is lost', severities: ['critical'] },
  'ping-near': { title: 'The round-trip time fits the distance', severities: ['pass'] },
  'ping-no-loss': { title: 'All packets came back', severities: ['pass'] },
  'ping-no-reply': { title: 'The address does not answer', severities: ['critical'] },
  'ping-some-loss': { title: 'Less than every tenth packet is lost', severities: ['warning'] },
  'ping-special': { title: 'The address is a special-purpose address', severities: ['critical'], rfc: 'RFC 6890' },
  'ping-steady': { title: 'The round-trip times are steady', severities: ['pass'] },
  'ping-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
})
