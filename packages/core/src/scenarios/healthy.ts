import { defineScenario, type Exercise } from './scenario.ts'

/** A world without faults: the base of every fault. */
export const healthy = defineScenario({
  name: 'healthy',
  title: 'Everything is as it should be',
  overrides: {
    exchange: 'answers',
    recipients: 'verified',
    tls: true,
    spf: 'valid',
    dmarc: 'reject',
    dkim: true,
    dnssec: 'secure',
    certificate: 'good',
    reverse: 'matches',
    listed: false,
    port: 'open',
    loss: 0,
    propagation: 'complete',
    alias: 'resolves',
    upkeep: 'good',
    headers: 'strong',
  },
})

/** The lesson of `healthy`. */
export const healthyExercise: Exercise = {
  lesson: 'The base of every other scenario: learn what a good report looks like before you look for faults.',
  findings: {},
}
