import { findingKinds } from '../../reports/finding-kind.ts'

/** The findings of `traceroute`, by code. */
export const tracerouteCodes = findingKinds({
  'trace-arrives': { title: 'The last hop is the address itself', severities: ['pass'] },
  'trace-hop-loss': { title: 'A hop misses a probe, and the ones after it do not', severities: ['info'] },
  'trace-loss': { title: 'Probes are lost from one hop on', severities: ['critical'] },
  'trace-names': { title: 'Forward and reverse lookups agree at the destination', severities: ['pass'] },
  'trace-names-differ': {
    title: 'The name in the PTR record of the destination does not resolve back to it',
    severities: ['info'],
  },
  'trace-no-loss': { title: 'The destination answers every probe', severities: ['pass'] },
  'trace-no-name': { title: 'The destination has no PTR record', severities: ['info'] },
  'trace-no-reply': { title: 'The destination does not answer', severities: ['critical'] },
  'trace-silent': { title: 'A hop does not reply', severities: ['info'] },
  'trace-special': { title: 'The address is a special-purpose address', severities: ['critical'], rfc: 'RFC 6890' },
  'trace-step': { title: 'No hop adds much time', severities: ['pass'] },
  'trace-step-distance': { title: 'A hop adds time because of the distance', severities: ['pass'] },
  'trace-step-unexplained': { title: 'A hop adds more time than the distance explains', severities: ['warning'] },
  'trace-unresolved': { title: 'The name has no address', severities: ['critical'], rfc: 'RFC 2308' },
  'trace-varies': { title: 'The times of a hop vary', severities: ['info'] },
})
