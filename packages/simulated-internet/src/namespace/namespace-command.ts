import type { ScenarioText } from '@netbox/core'
import type { Met } from '../internet/comparison.ts'
import type { HostPort } from './host-ports.ts'
import type { InternetWorld } from '../internet/scenario-for.ts'

/** A command whose only internet is the simulated one. */
export interface NamespaceCommand {
  readonly command: string
  readonly arguments: readonly string[]
  readonly world: InternetWorld
  /** Appends every request to this file, one JSON object per line. */
  readonly log?: string | undefined
  /** Writes the world to this file at the end, with all changes. */
  readonly save?: string | undefined
  /** Environment variables for the command, in addition to this process's variables. */
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Tells the command nothing about the world: no variable of netbox, and no control API. */
  readonly hidesWorld?: boolean | undefined
  /** Delays answers as long as the path to each host takes, if the kernel can. */
  readonly latency?: boolean | undefined
  /** Shows the command global addresses in place of the reserved ones that the world has. Fails if the kernel can't translate them. */
  readonly globalAddresses?: boolean | undefined
  /** The ports of the machine that the command may reach. */
  readonly hostPorts?: readonly HostPort[] | undefined
  /**
   * Compares the answers with the healthy world's, and gives the command a TMPDIR of its own. After the command, each of these scenarios
   * is compared with what the command asked.
   */
  readonly compare?: readonly ScenarioText[] | undefined
  /** Ends the command with its process group after this time, in milliseconds: with SIGTERM, and a little later with SIGKILL. */
  readonly limit?: number | undefined
  /** Prints no warning if the kernel lacks a part of the network, such as routes. */
  readonly quiet?: boolean | undefined
}

/** The user of the command. */
export interface CommandUser {
  readonly uid: number
  readonly gid: number
  /** Whether the real superuser creates the namespaces, without a user namespace. */
  readonly isPrivileged: boolean
}

/** Messages from the outer process to the process inside the namespaces. */
export type ToInside =
  | {
      readonly kind: 'start'
      readonly run: NamespaceCommand
      readonly user: CommandUser
      /** The folder for the files of this run. Both processes remove it, so that it goes whichever of them ends first. */
      readonly folder: string
      /** Whether the process waits for another command after this one, and tells the output of each instead of passing it on. */
      readonly stays: boolean
    }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }

/** The end of a command. */
export interface CommandEnd {
  readonly kind: 'ended'
  readonly code: number
  /** How long the command ran, in milliseconds. */
  readonly time: number
  /** Whether the command reached its limit. */
  readonly isOverdue: boolean
  readonly unknownNames: readonly string[]
  /** The end of what the command printed, if the process tells it. */
  readonly output: string
  /** Only with `compare`. */
  readonly met?: Met | undefined
}

/** Messages from the process inside the namespaces to the outer process. */
export type FromInside = CommandEnd | { readonly kind: 'failed'; readonly message: string }
