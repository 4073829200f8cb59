const isBatches = (member: unknown): member is AsyncIterable<readonly unknown[]> =>
  typeof member === 'object' && member !== null && Symbol.asyncIterator in member

/** The members of an object; a list may come in batches, so that it is never completely in memory. */
export type Members<Value> = {
  readonly [Key in keyof Value]:
    | Value[Key]
    | (Value[Key] extends readonly (infer Item)[] ? AsyncIterable<readonly Item[]> : never)
}

/** Yields the JSON of an object, and reads its lists while they are written. No member may be undefined. */
export async function* jsonTexts(members: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
  let before = '{'
  for (const [name, member] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}:${isBatches(member) ? '[' : JSON.stringify(member)}`
    before = ','
    if (!isBatches(member)) continue
    let isFirst = true
    for await (const batch of member) {
      if (batch.length === 0) continue
      yield (isFirst ? '' : ',') + JSON.stringify(batch).slice(1, -1)
      isFirst = false
    }
    yield ']'
  }
  yield before === '{' ? '{}' : '}'
}
