import { healthy } from './healthy.ts'
import { defineScenario, type Exercise } from './scenario.ts'

/** One link loses every fifth packet. */
export const packetLoss = defineScenario({
  name: 'packet-loss',
  title: 'One link drops every fifth packet',
  overrides: { ...healthy.overrides, loss: 20 },
})

/** The lesson of `packet-loss`. */
export const packetLossExercise: Exercise = {
  lesson:
    'Ping loses packets, traceroute shows the first hop that loses them, and everything that uses the path is slow and uneven.',
  findings: {
    'ping-test': { 'ping-loss': 'critical' },
    'smtp-test': { 'smtp-retransmissions': 'warning' },
    traceroute: { 'trace-loss': 'critical' },
  },
}
