/** Returns the median of a list of numbers. */
export const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** Returns the geometric mean of a list of positive numbers. */
export const geometricMean = (numbers) =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)

/** Formats rows as a table with headings; the first column left-aligned, numbers right-aligned. */
export const table = (heads, rows) => {
  const all = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...all.map((row) => String(row[column]).length)))
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column]),
        )
        .join('  '),
    )
    .join('\n')
}
