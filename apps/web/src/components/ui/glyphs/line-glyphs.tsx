/** A drawing in a square of 24 units: its lines, and its filled areas. */
export type Drawing = readonly [lines: string, areas?: string]

/** Draws an icon in the color and the size of the text around it. */
export const LineGlyph = ({ drawing: [lines, areas] }: { readonly drawing: Drawing }) => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path d={lines} />
    {areas === undefined ? null : <path className="f" d={areas} />}
  </svg>
)

const glyph =
  (...drawing: Drawing) =>
  () => <LineGlyph drawing={drawing} />

/** The icon of Copy. */
export const CopyGlyph = glyph('M8 8h12v12H8zM16 8V4H4v12h4')

/** The icon of Download. */
export const DownloadGlyph = glyph('M12 3v12M7.5 10.5L12 15l4.5-4.5M4 20.5h16')

/** The icon of Share. */
export const ShareGlyph = glyph(
  'M7 12h4M11 12l6-6M11 12l6 6M16.7 5a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0zM16.7 19a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0z',
  'M2.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z',
)

/** The icon of Retry. */
export const RetryGlyph = glyph('M4 12a8 8 0 1 0 3-6.2M4 4v4.5h4.5')

/** The icon of Close. */
export const CloseGlyph = glyph('M5 5l14 14M19 5L5 19')

/** The icon of Compare: two signals that meet. */
export const CompareGlyph = glyph(
  'M3 7h9l3 5h3M3 17h9l3-5M17.8 12a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z',
  'M1.8 7a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM1.8 17a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z',
)

/** The icon of Embed. */
export const EmbedGlyph = glyph('M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14')

/** The icon for swapping two things. */
export const SwapGlyph = glyph('M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4')

/** A lock, for features of another plan. */
export const LockGlyph = glyph('M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4')

/** A magnifying glass. */
export const SearchGlyph = glyph('M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0zM15.5 15.5L21 21')

/** A sun, for the switch of the theme. */
export const SunGlyph = glyph(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
)

/** A bell. */
export const BellGlyph = glyph('M5 18V11a7 7 0 0 1 14 0v7M3 18h18M10 21.5h4')

/** An icon for more content below. */
export const DownGlyph = glyph('M7 10l5 5 5-5')

/** The icon for going back. */
export const BackGlyph = glyph('M20 12H5M10 7l-5 5 5 5')

const sections = {
  overview: ['M4 11l8-7 8 7v9H4z'],
  network: ['M3 5h18v14H3zM3 12h18M12 5v14', 'M12 5h9v7h-9z'],
  dns: ['M12 9v4M5 17v-4h14v4M3 17h4v4H3zM17 17h4v4h-4zM10 17h4v4h-4zM12 13v4', 'M8.5 3h7v6h-7z'],
  email: ['M2 6h13v12H2zM2 6.5l6.5 5.5L15 6.5M18.5 7H22M18.5 12H22M18.5 17H20'],
  security: ['M4.5 10h15v11h-15zM8 10V7a4 4 0 0 1 8 0v3M12 14v3'],
  monitoring: ['M2 12h5l3-7 4 14 3-7h5'],
  history: ['M4 4h16v16H4zM10 4v16M13 9h4M13 13h4'],
  account: ['M8 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM4 21c1-7 15-7 16 0'],
  admin: ['M12 2.5l8 3v6c0 5-3.5 8.5-8 10-4.5-1.5-8-5-8-10v-6zM8 11.5l3 3 5-5.5'],
} as const satisfies Record<string, Drawing>

/** The name of a section of the dashboard. */
export type Section = keyof typeof sections

/** The icon of a section of the dashboard. */
export const SectionGlyph = ({ section }: { readonly section: Section }) => <LineGlyph drawing={sections[section]} />
