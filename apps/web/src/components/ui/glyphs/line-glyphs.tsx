import type { ToolId } from '@netbox/core'

/** A drawing in a square of 24 units: its lines, and its filled areas. */
type Drawing = readonly [lines: string, areas?: string]

/** Draws an icon in the color and the size of the text around it. */
const LineGlyph = ({ drawing: [lines, areas] }: { readonly drawing: Drawing }) => (
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

// Each drawing is a small version of the figure in the tool's report, in a square of 24 units.
const drawings: Readonly<Partial<Record<ToolId, Drawing>>> = {
  'blacklist-check': ['M3 6h12M3 12h7M3 18h7M14 12l7 7M21 12l-7 7'],
  'ptr-lookup': ['M2.8 12a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0zM21 12H12m3.4-3.6L11.8 12l3.6 3.6'],
  'arin-lookup': ['M3 5h18v14H3zM3 12h18M12 5v14', 'M12 5h9v7h-9z'],
  'tcp-port-test': ['M1.5 12H10M22.5 12H18M10 6v12M18 6v12', 'M12.5 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z'],
  'ping-test': [
    'M16 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM7.5 7.8c3-2.4 6-2.4 9 0M16.5 16.2c-3 2.4-6 2.4-9 0',
    'M2 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z',
  ],
  traceroute: [
    'M3.5 19v-4.5h6V10h6V6h2.5M17.7 5.5a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0z',
    'M1.3 19a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM7.5 12.5h4v4h-4zM13.5 8h4v4h-4z',
  ],
  'geoip-lookup': [
    'M4.5 12a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0 -15 0zM12 1.5V7M12 17v5.5M1.5 12H7M17 12h5.5',
    'M10.3 12a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0z',
  ],
  'a-record': ['M3 4h11v6H3zM8 10v7.5h7', 'M15.2 17.5a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0z'],
  'mx-record': ['M2 6h13v12H2zM2 6.5l6.5 5.5L15 6.5M18.5 7H22M18.5 12H22M18.5 17H20'],
  'spf-check': ['M3 6.5l2.2 2.2L9 4M3 15.5l2.2 2.2L9 13M13 6.5h8M13 15.5h8'],
  'txt-record': ['M9 5C5.5 6 4 8 4 11v3h5v-4.5H5M19 5c-3.5 1-5 3-5 6v3h5v-4.5h-4M3 19.5h18'],
  'cname-lookup': [
    'M2.5 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM13.5 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM10.5 12h3',
    'M16 12a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z',
  ],
  'soa-record': ['M12 9v4M5 17v-4h14v4M3 17h4v4H3zM17 17h4v4h-4zM10 17h4v4h-4zM12 13v4', 'M8.5 3h7v6h-7z'],
  'dns-diagnostic': [
    'M6 12h11M10.5 12V5H17M10.5 12v7H17M17 3h4v4h-4zM17 10h4v4h-4zM17 17h4v4h-4z',
    'M1.7 12a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0 -4.6 0z',
  ],
  'dnssec-check': ['M8.5 15.5l7-7M11 7l2.2-2.2a4.1 4.1 0 0 1 5.9 5.9L17 13M13 17l-2.2 2.2a4.1 4.1 0 0 1-5.9-5.9L7 11'],
  'https-test': ['M4.5 10h15v11h-15zM8 10V7a4 4 0 0 1 8 0v3M12 14v3'],
  'whois-lookup': [
    'M2.5 5h19v14h-19zM6.4 10.5a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0zM5 16c.8-2.4 6.2-2.4 7 0M15 10h3.5M15 14.5h3.5',
  ],
  'dns-propagation': [
    'M7.5 7.5a6.4 6.4 0 0 0 0 9M16.5 7.5a6.4 6.4 0 0 1 0 9M4.3 4.3a10.9 10.9 0 0 0 0 15.4M19.7 4.3a10.9 10.9 0 0 1 0 15.4',
    'M9.8 12a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z',
  ],
  'smtp-test': ['M1.5 12H6M8 6h14v12H8zM8 6.5l7 5.5 7-5.5'],
  'email-validation': ['M8 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0zM15 8.5v5c0 3 4.5 3 4.5-1.5a8 8 0 1 0-3.2 6.4'],
  'email-deliverability': [
    'M4.2 18a9 9 0 1 1 15.6 0M12 15.5l4-5.5',
    'M10.2 15.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0z',
  ],
  'spf-generator': [
    'M8 4C4.5 4 6 8 6 9.5S5 12 3.5 12C5 12 6 13 6 14.5S4.5 20 8 20M16 4c3.5 0 2 4 2 5.5S19 12 20.5 12C19 12 18 13 18 14.5s1.5 5.5-2 5.5M12 9v6M9 12h6',
  ],
  'header-analyzer': [
    'M4 7v10M9 5h12M9 12h12M9 19h7M2 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
    'M1.8 5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0zM2.2 10.2h3.6v3.6H2.2z',
  ],
  'email-migration': ['M2.5 6h6v12h-6zM15.5 6h6v12h-6zM8.5 12h4.5M11 9.5l2.5 2.5-2.5 2.5'],
  'header-security': ['M12 2.5l8 3v6c0 5-3.5 8.5-8 10-4.5-1.5-8-5-8-10v-6zM8 11.5l3 3 5-5.5'],
}

// A magnifier, for tools without their own picture.
const PLAIN: Drawing = ['M3.5 10.5a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zM15.5 15.5l5.5 5.5']

/** The icon of a tool. */
export const ToolGlyph = ({ tool }: { readonly tool: ToolId }) => <LineGlyph drawing={drawings[tool] ?? PLAIN} />
