/**
 * Formats a whole number with thousands separators, the same on every engine: `toLocaleString` depends on locale data.
 *
 * @example
 * groupDigits(12_500) // => '12,500'
 * groupDigits(999) // => '999'
 */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
