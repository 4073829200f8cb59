/** Names the parts of a report that its contents lead to. */
export const reportParts = (base: string) => ({
  verdict: `${base}-verdict`,
  figures: `${base}-figures`,
  figure: `${base}-fig-1`,
  findings: `${base}-findings`,
  seed: `${base}-seed`,
})
