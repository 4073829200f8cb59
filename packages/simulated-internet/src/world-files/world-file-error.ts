import { ToolError } from '@netbox/core'

/** The place of an error in the text of a world document, or of one of its zones. */
export interface WorldFilePlace {
  /** The name of the document, or the path of the zone file as the document has it. */
  readonly file: string
  readonly line?: number
  /** The column, from 1, of a mistake in YAML. */
  readonly column?: number
  /** The field, such as `hosts.mx1.shop.example.smtp.state`. */
  readonly field?: string
}

/** The error of a world file: core's `ToolError` with the place of the error. */
export class WorldFileError extends ToolError {
  readonly place: WorldFilePlace
  /** The message without the place. */
  readonly reason: string

  constructor(place: WorldFilePlace, reason: string) {
    const { file, line, column, field } = place
    const at = [file, line, column].filter((part) => part !== undefined).join(':')
    const where = [at, ...(field === undefined ? [] : [field])].join(': ')
    super({ code: 'invalid_input', title: 'Invalid world', message: `${where}: ${reason}` })
    this.place = place
    this.reason = reason
  }
}

/** Returns the error of a place. */
export const refuse = (place: WorldFilePlace, reason: string): WorldFileError => new WorldFileError(place, reason)
