import { SECOND } from '../clock.ts'
import { fail, type Finding, note, ok } from './examine-verifier.ts'

/** A process of the service, compared with this command. */
export interface ComparedProcess {
  readonly name: string
  /** The settings and the version that differ from this command's own. */
  readonly differs: readonly string[]
  /** The milliseconds by which its clock is ahead of this command's. */
  readonly ahead: number
  /** The milliseconds since its last sign of life, if it has ended or is late with the next one; otherwise undefined. */
  readonly silentFor: number | undefined
}

/** The difference between clocks from which the tokens of one process are a problem for another one. */
const CLOCK_DIFFERENCE = 10 * SECOND

const seconds = (milliseconds: number): string => `${Math.round(Math.abs(milliseconds) / SECOND)} s`

const lookAtClocks = (running: readonly ComparedProcess[]): readonly Finding[] => {
  const shifted = running.filter(({ ahead }) => Math.abs(ahead) >= CLOCK_DIFFERENCE)
  const each = shifted.map(({ name, ahead }) => `${name} is ${seconds(ahead)} ${ahead > 0 ? 'ahead' : 'behind'}`)
  return shifted.length === 0
    ? []
    : [
        fail(
          `Clocks that differ from the clock of this command: ${each.join(', ')}. Processes refuse each other's access tokens: set the clocks of all machines with NTP (timedatectl set-ntp true).`,
        ),
      ]
}

const lookAtSettings = (running: readonly ComparedProcess[]): readonly Finding[] => {
  const different = running.filter(({ differs }) => differs.length > 0)
  const each = different.map(({ name, differs }) => `${name} (${differs.join(', ')})`)
  return different.length === 0
    ? []
    : [fail(`Processes that differ from this command's settings: ${each.join('; ')}. Restart them with the same ones.`)]
}

/** Explains the running processes, compared with this command, and processes that ended without a sign-off. */
export const examineProcesses = (all: readonly ComparedProcess[]): readonly Finding[] => {
  const running = all.filter(({ silentFor }) => silentFor === undefined)
  const silent = all.flatMap(({ name, silentFor }) =>
    silentFor === undefined ? [] : [`${name} for ${seconds(silentFor)}`],
  )
  const faults = [...lookAtClocks(running), ...lookAtSettings(running)]
  const count =
    running.length === 0
      ? note("No process of the service is running. Under systemd, 'systemctl status netbox' has the reason.")
      : ok(`Running processes, with the same settings: ${running.length}.`)
  const ended = note(
    `Processes without a sign of life: ${silent.join(', ')}. They were killed, or don't reach the database; see their logs.`,
  )
  return [...(faults.length > 0 ? faults : [count]), ...(silent.length > 0 ? [ended] : [])]
}
