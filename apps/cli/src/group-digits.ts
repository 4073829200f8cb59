/** Writes a count with its thousands apart: `12,500`. */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
