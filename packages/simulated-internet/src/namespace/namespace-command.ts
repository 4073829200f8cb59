import type { InternetWorld } from '../internet/scenario-for.ts'

/** A command that runs with the simulated internet as its only one. */
export interface NamespaceCommand {
  readonly command: string
  readonly arguments: readonly string[]
  readonly world: InternetWorld
  /** Everything that is asked is appended to this file, one JSON object a line. */
  readonly log?: string | undefined
  /** Variables that the command gets besides those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined
}

/** The user of the command. */
export interface CommandUser {
  readonly uid: number
  readonly gid: number
  /** Whether the namespaces belong to the real superuser, and to nobody's user namespace. */
  readonly isPrivileged: boolean
}

/** Messages from this process to the one inside the namespaces. */
export type ToInside =
  | { readonly kind: 'start'; readonly run: NamespaceCommand; readonly user: CommandUser }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }

/** Messages from the one inside to this process. */
export type FromInside =
  | { readonly kind: 'ended'; readonly code: number }
  | { readonly kind: 'failed'; readonly message: string }
