import type { Severity } from './report.ts'

/**
 * The data for a picture of a result, from the same world as the result. A surface draws by `kind`; `caption` names the
 * figure and `alternative` says in one sentence what a person would see, for those who do not.
 */
export type Plot =
  | ExchangesPlot
  | LatencyPlot
  | HopsPlot
  | PlacesPlot
  | GaugePlot
  | ChainPlot
  | TreePlot
  | DialoguePlot
  | TimelinePlot
  | ListPlot
  | RecordsPlot

interface Captioned {
  readonly caption: string
  readonly alternative: string
}

/** Shows the tries of a sender, exchange by exchange by `priority`; `from` and `to` in ms since the first attempt. */
export interface ExchangesPlot extends Captioned {
  readonly kind: 'exchanges'
  readonly exchanges: readonly {
    readonly priority: number
    readonly exchange: string
    readonly address: string
    readonly outcome: 'accepts' | 'refuses' | 'silent' | 'not-tried'
    readonly from: number
    readonly to: number
  }[]
}

/** Shows one bar a packet, by `sequence` from 1; `time` in ms, null for a lost one. */
export interface LatencyPlot extends Captioned {
  readonly kind: 'latency'
  readonly packets: readonly { readonly sequence: number; readonly time: number | null }[]
}

/** Shows the hops of a route, `hop` from 1; `times` in ms, `median` null for a silent hop. */
export interface HopsPlot extends Captioned {
  readonly kind: 'hops'
  readonly hops: readonly {
    readonly hop: number
    readonly network: string
    readonly hostname: string | null
    readonly ip: string | null
    readonly times: readonly (number | null)[]
    readonly median: number | null
    readonly mark?: Severity
  }[]
}

/** Shows points on a world map; `latitude` and `longitude` in degrees, north and east positive. */
export interface PlacesPlot extends Captioned {
  readonly kind: 'places'
  /** The place of origin, if it is none of the answering places: lines lead from it to each. */
  readonly origin?: {
    readonly name: string
    readonly location: string
    readonly latitude: number
    readonly longitude: number
  }
  readonly places: readonly {
    readonly location: string
    readonly region: string
    readonly latitude: number
    readonly longitude: number
    readonly value: string
    readonly note: string
    readonly severity: Severity
  }[]
}

/** Shows a score, `value` out of a hundred, or the grade for it, with the parts that make it. `points` of `of` each. */
export interface GaugePlot extends Captioned {
  readonly kind: 'gauge'
  readonly value: number
  readonly label: string
  readonly parts: readonly {
    readonly label: string
    readonly points: number
    readonly of: number
    readonly note: string
    readonly severity: Severity
  }[]
}

/** Shows links that each vouch for the next, first to last. */
export interface ChainPlot extends Captioned {
  readonly kind: 'chain'
  readonly links: readonly { readonly label: string; readonly detail: string; readonly severity: Severity }[]
}

/** Shows a tree of records, such as the includes of an SPF record. */
export interface TreePlot extends Captioned {
  readonly kind: 'tree'
  readonly root: TreeNode
}

/** A node of a tree plot, with those below it. */
export interface TreeNode {
  readonly label: string
  readonly detail: string
  readonly severity: Severity
  readonly children: readonly TreeNode[]
}

/** Shows lines between us and a server, in order; `at` in ms since connecting. */
export interface DialoguePlot extends Captioned {
  readonly kind: 'dialogue'
  readonly peer: string
  readonly lines: readonly {
    readonly from: 'us' | 'them'
    readonly text: string
    readonly at: number
    readonly severity: Severity
  }[]
}

/** Shows instants on a line of time, ISO 8601. */
export interface TimelinePlot extends Captioned {
  readonly kind: 'timeline'
  readonly now: string
  readonly events: readonly { readonly label: string; readonly time: string; readonly severity: Severity }[]
}

/** Shows things that were asked, each with its answer. */
export interface ListPlot extends Captioned {
  readonly kind: 'list'
  readonly items: readonly { readonly label: string; readonly value: string; readonly severity: Severity }[]
}

/** Shows a table of records as a zone file would hold them; `ttl` in seconds, null if the kind of record has none. */
export interface RecordsPlot extends Captioned {
  readonly kind: 'records'
  readonly records: readonly {
    readonly name: string
    readonly ttl: number | null
    readonly type: string
    readonly value: string
  }[]
}
