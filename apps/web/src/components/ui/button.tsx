import type { ComponentProps } from 'react'
import { Link } from 'wouter'

interface Look {
  /**
   * 'primary' is the one blue button of a view, 'paid' leads to a paid plan, 'ghost' has no border. 'refusing' can be pressed, but says only why
   * nothing happens; 'band' is on the ink band.
   */
  readonly variant?: keyof typeof variants | undefined
  /** Whether the button is in a bar or a row, where it is 36 pixels high instead of 44. */
  readonly isSmall?: boolean | undefined
  /** Whether the button shows only a glyph. */
  readonly isSquare?: boolean | undefined
  /** Utilities for the place of the button. */
  readonly className?: string | undefined
}

const BASE = `inline-flex items-center justify-center gap-2 rounded-md border font-sans leading-none font-semibold whitespace-nowrap no-underline transition-colors
  off:cursor-default off:border-dashed off:border-rule-2 off:bg-tint off:text-ink-2`

const variants = {
  outline: 'border-control bg-transparent text-ink hover:bg-tint',
  primary:
    'border-signal bg-signal text-signal-ink hover:bg-signal-hover forced-colors:border-2 forced-colors:border-ink forced-colors:bg-transparent forced-colors:text-ink',
  paid: 'border-inverse bg-inverse text-inverse-ink',
  danger: 'border-crit bg-transparent text-crit hover:bg-crit-wash',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-tint',
  refusing: 'border-dashed border-rule-2 bg-tint text-ink-2',
  band: 'border-current bg-transparent text-band-ink hover:bg-on-ink-rule',
}

const classOf = ({ variant = 'outline', isSmall = false, isSquare = false, className = '' }: Look): string => {
  const padding = isSquare || variant === 'ghost' ? 'px-2.5' : isSmall ? 'px-3.5 max-md:px-3' : 'px-4.5'
  return `${BASE} ${variants[variant]} ${isSmall ? 'h-9 text-ui' : 'h-control text-base'} ${padding} ${className}`
}

/** A button. While its action runs, use `aria-disabled`, because `disabled` would lose the focus. */
export const Button = ({ variant, isSmall, isSquare, className, ...button }: ComponentProps<'button'> & Look) => (
  <button type="button" {...button} className={classOf({ variant, isSmall, isSquare, className })} />
)

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'className' | 'ref'>, Omit<Look, 'isSquare'> {
  readonly href: string
  /** The state of the entry in the browser's history. */
  readonly state?: object
}

/** A link inside the site that looks like a button. */
export const ButtonLink = ({ variant, isSmall, className, ...link }: ButtonLinkProps) => (
  <Link {...link} className={classOf({ variant, isSmall, className })} />
)

/** A button that looks like a link, within a sentence or a narrow row. */
export const TextButton = ({ className = '', ...button }: ComponentProps<'button'>) => (
  <button
    type="button"
    {...button}
    className={`cursor-pointer border-0 bg-transparent p-0 text-signal underline decoration-1 underline-offset-3 hover:text-signal-hover ${className}`}
  />
)

interface IconButtonProps extends ComponentProps<'button'> {
  readonly 'aria-label': string
  readonly isSmall?: boolean
  /** Whether the button is about the simulated world. */
  readonly isSimulated?: boolean
}

/** A square button without a border that shows only a glyph. */
export const IconButton = ({ isSmall = false, isSimulated = false, className = '', ...button }: IconButtonProps) => (
  <button
    type="button"
    {...button}
    className={`grid place-items-center rounded-md border border-transparent bg-transparent text-md hover:bg-tint ${isSmall ? 'size-7' : 'size-9'} ${isSimulated ? 'text-sim' : 'text-ink-2'} ${className}`}
  />
)

interface SubmitButtonProps extends Look {
  readonly isBusy: boolean
  readonly label: string
  readonly busyLabel: string
  /** Whether the form can't be submitted at all. */
  readonly isOff?: boolean
}

/** Submits a form; by default, the primary button. While the request is pending, it keeps the focus. */
export const SubmitButton = ({
  isBusy,
  label,
  busyLabel,
  isOff = false,
  variant = 'primary',
  ...look
}: SubmitButtonProps) => (
  <Button {...look} variant={variant} type="submit" aria-disabled={isBusy} disabled={isOff}>
    {isBusy ? busyLabel : label}
  </Button>
)
