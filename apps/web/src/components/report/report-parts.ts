/** Returns the ids of a report's parts, for its contents. */
export const reportParts = (base: string) => ({
  verdict: `${base}-verdict`,
  figures: `${base}-figures`,
  figure: `${base}-fig-1`,
  findings: `${base}-findings`,
  seed: `${base}-seed`,
})
