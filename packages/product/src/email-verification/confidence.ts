/** The confidence band of a result. */
export type ConfidenceBand = 'high' | 'medium' | 'low'

/** The confidence above which a result counts as high. Source: spec §9. */
export const HIGH_CONFIDENCE = 80

/** The confidence above which a result counts as medium. Source: spec §9. */
export const MEDIUM_CONFIDENCE = 50

/**
 * Returns the band of a confidence from 0 to 100: above 80 high, above 50 medium, else low. Source: spec §4.
 *
 * @example
 * import { confidenceBand } from '@netbox/product'
 * confidenceBand(81) // => 'high'
 * confidenceBand(80) // => 'medium'
 * confidenceBand(50) // => 'low'
 */
export function confidenceBand(confidence: number): ConfidenceBand {
  if (confidence > HIGH_CONFIDENCE) return 'high'
  return confidence > MEDIUM_CONFIDENCE ? 'medium' : 'low'
}
