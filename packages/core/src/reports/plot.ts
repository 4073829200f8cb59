/** The severity of a finding, and of a part of a picture. */
export type Severity = 'critical' | 'warning' | 'info' | 'pass'

/**
 * The data for a picture of a result, from the same world as the result. `kind` selects the drawing, `caption` names the figure, and
 * `alternative` describes it in one sentence for people who can't see it.
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

/** The attempts of a sender, one mail server after the other by `priority`; `from` and `to` in ms since the first attempt. */
export interface ExchangesPlot extends Captioned {
  readonly kind: 'exchanges'
  readonly exchanges: readonly {
    readonly priority: number
    readonly exchange: string
    readonly address: string
    readonly outcome: 'open' | 'refused' | 'silent' | 'no-address' | 'not-tried'
    readonly from: number
    readonly to: number
  }[]
}

/** A bar for each packet, numbered by `sequence` from 1; `time` in ms, null for a lost packet. */
export interface LatencyPlot extends Captioned {
  readonly kind: 'latency'
  readonly packets: readonly { readonly sequence: number; readonly time: number | null }[]
}

/** The hops of a route, numbered by `hop` from 1; `times` in ms, `median` null for a silent hop. */
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

/** Points on a world map; `latitude` and `longitude` in degrees, north and east positive. */
export interface PlacesPlot extends Captioned {
  readonly kind: 'places'
  /** The origin, unless it is one of the answering locations. The map has a line from the origin to each location. */
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

/** A score with its parts: `value` is out of 100, `label` is the text of the gauge, and each part has `points` out of `of`. */
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

/** Links of a chain of trust, first to last: each confirms the next. */
export interface ChainPlot extends Captioned {
  readonly kind: 'chain'
  readonly links: readonly { readonly label: string; readonly detail: string; readonly severity: Severity }[]
}

/** A tree of records, such as the includes of an SPF record. */
export interface TreePlot extends Captioned {
  readonly kind: 'tree'
  readonly root: TreeNode
}

/** A node of a tree plot, with its children. */
export interface TreeNode {
  readonly label: string
  readonly detail: string
  readonly severity: Severity
  readonly children: readonly TreeNode[]
}

/** Lines exchanged with a server, in order; `at` in ms since connecting. */
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

/** Instants on a time line, ISO 8601. */
export interface TimelinePlot extends Captioned {
  readonly kind: 'timeline'
  readonly now: string
  readonly events: readonly { readonly label: string; readonly time: string; readonly severity: Severity }[]
}

/** A list of labeled values, each with a severity. */
export interface ListPlot extends Captioned {
  readonly kind: 'list'
  readonly items: readonly { readonly label: string; readonly value: string; readonly severity: Severity }[]
}

/** A table of records as in a zone file; `ttl` in seconds, null if the kind of record has none. */
export interface RecordsPlot extends Captioned {
  readonly kind: 'records'
  readonly records: readonly {
    readonly name: string
    readonly ttl: number | null
    readonly type: string
    readonly value: string
  }[]
}
