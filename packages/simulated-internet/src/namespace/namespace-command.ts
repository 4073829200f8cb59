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
  | { readonly kind: 'start'; readonly run: NamespaceCommand; readonly user: CommandUser }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }

/** Messages from the process inside the namespaces to the outer process. */
export type FromInside =
  | { readonly kind: 'ended'; readonly code: number }
  | { readonly kind: 'failed'; readonly message: string }
