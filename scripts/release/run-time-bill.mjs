const byText = (one, other) => (one < other ? -1 : 1)

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'))

/** Collects the dependencies of each component from several bills of materials. */
const graphOf = (bills) => {
  const graph = new Map()
  for (const { ref, dependsOn } of bills.flatMap(({ dependencies }) => dependencies))
    graph.set(ref, new Set([...(graph.get(ref) ?? []), ...dependsOn]))
  return graph
}

/**
 * Creates the bill of materials of the running software from npm's CycloneDX bills of the workspaces. It has each component once, and no
 * build and test tools. npm could leave those out, but would also leave out run-time dependencies that another workspace uses for
 * development.
 *
 * @param {readonly object[]} bills One for each workspace.
 * @param {Readonly<Record<string, readonly string[]>>} needs The run-time dependencies of each workspace package, by name.
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
    // npm's bills identify workspaces by their folders, so their names are added here.
    components: [...reached]
      .toSorted(byText)
      .flatMap((ref) => (known.has(ref) ? [{ ...known.get(ref), name: nameOf(ref) }] : [])),
    dependencies: [...reached].toSorted(byText).map((ref) => ({ ref, dependsOn: neededBy(ref).toSorted(byText) })),
  }
}
