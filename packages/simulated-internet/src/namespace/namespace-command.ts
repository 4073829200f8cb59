import type { HostPort } from './host-ports.ts'
import type { InternetWorld } from '../internet/scenario-for.ts'

/** A command whose only internet is the simulated one. */
export interface NamespaceCommand {
  readonly command: string
  readonly arguments: readonly string[]
  readonly world: InternetWorld
  /** Appends every request to this file, one JSON object per line. */
  readonly log?: string | undefined
  /** Environment variables for the command, in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Tells the command nothing about the world: no variable of netbox, and no control API. */
  readonly hidesWorld?: boolean | undefined
  /** Delays answers as long as the path to each host takes, if the kernel can. */
  readonly latency?: boolean | undefined
  /** The ports of the machine that the command may reach. */
  readonly hostPorts?: readonly HostPort[] | undefined
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
    }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }

/** Messages from the process inside the namespaces to the outer process. */
export type FromInside =
  | { readonly kind: 'ended'; readonly code: number; readonly unknownNames: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string }
