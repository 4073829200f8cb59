import type { ReactNode } from 'react'

const Glyph = ({ children }: { readonly children: ReactNode }) => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    {children}
  </svg>
)

const drawings = {
  overview: <path d="M4 11l8-7 8 7v9H4z" />,
  network: (
    <>
      <path d="M3 5h18v14H3zM3 12h18M12 5v14" />
      <path className="f" d="M12 5h9v7h-9z" />
    </>
  ),
  dns: (
    <>
      <path className="f" d="M8.5 3h7v6h-7z" />
      <path d="M12 9v4M5 17v-4h14v4M3 17h4v4H3zM17 17h4v4h-4zM10 17h4v4h-4zM12 13v4" />
    </>
  ),
  email: <path d="M2 6h13v12H2zM2 6.5l6.5 5.5L15 6.5M18.5 7H22M18.5 12H22M18.5 17H20" />,
  security: <path d="M4.5 10h15v11h-15zM8 10V7a4 4 0 0 1 8 0v3M12 14v3" />,
  monitoring: <path d="M2 12h5l3-7 4 14 3-7h5" />,
  history: <path d="M4 4h16v16H4zM10 4v16M13 9h4M13 13h4" />,
  account: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 21c1-7 15-7 16 0" />
    </>
  ),
  admin: <path d="M12 2.5l8 3v6c0 5-3.5 8.5-8 10-4.5-1.5-8-5-8-10v-6zM8 11.5l3 3 5-5.5" />,
} as const

/** The name of a section of the dashboard. */
export type Section = keyof typeof drawings

/** The icon of a section of the dashboard. */
export const SectionGlyph = ({ section }: { readonly section: Section }) => <Glyph>{drawings[section]}</Glyph>

/** A bell. */
export const BellGlyph = () => (
  <Glyph>
    <path d="M5 18V11a7 7 0 0 1 14 0v7M3 18h18M10 21.5h4" />
  </Glyph>
)

/** A person. */
export const PersonGlyph = () => <Glyph>{drawings.account}</Glyph>

/** An icon for more content below. */
export const DownGlyph = () => (
  <Glyph>
    <path d="M7 10l5 5 5-5" />
  </Glyph>
)

/** The icon for going back. */
export const BackGlyph = () => (
  <Glyph>
    <path d="M20 12H5M10 7l-5 5 5 5" />
  </Glyph>
)
