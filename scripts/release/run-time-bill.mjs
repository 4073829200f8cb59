const byText = (one, other) => (one < other ? -1 : 1)

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'))

/** The dependencies of each component, merged from several bills. */
const graphOf = (bills) => {
  const graph = new Map()
  for (const { ref, dependsOn } of bills.flatMap(({ dependencies }) => dependencies))
    graph.set(ref, new Set([...(graph.get(ref) ?? []), ...dependsOn]))
  return graph
}

/**
 * Makes the bill of materials of what runs, of bills that npm made of our workspaces in the format CycloneDX: each component once, and no
 * tool that only builds or tests. npm can leave those out itself, but with them whatever one workspace runs on and another one develops
 * with.
 *
 * @param {readonly object[]} bills One for each workspace.
 * @param {Readonly<Record<string, readonly string[]>>} needs What each of our packages runs on, by names.
 */
export const runTimeBill = (bills, needs) => {
  const graph = graphOf(bills)
  const neededBy = (ref) => {
    const own = needs[nameOf(ref)]
    return [...(graph.get(ref) ?? [])].filter((other) => own === undefined || own.includes(nameOf(other)))
  }
  const reached = new Set([...graph.keys()].filter((ref) => nameOf(ref) in needs))
  for (const ref of reached) for (const other of neededBy(ref)) reached.add(other)

  const known = new Map(bills.flatMap(({ components }) => components.map((one) => [one['bom-ref'], one])))
  return {
    ...bills[0],
    // npm calls workspaces by their folders.
    components: [...reached]
      .toSorted(byText)
      .flatMap((ref) => (known.has(ref) ? [{ ...known.get(ref), name: nameOf(ref) }] : [])),
    dependencies: [...reached].toSorted(byText).map((ref) => ({ ref, dependsOn: neededBy(ref).toSorted(byText) })),
  }
}
