const isServer = (value: unknown): value is { readonly location: string; readonly resolver: string } =>
  typeof value === 'object' &&
  value !== null &&
  'location' in value &&
  typeof value.location === 'string' &&
  'resolver' in value &&
  typeof value.resolver === 'string'

/** Finds the resolver at each place, if the result names them. */
export const resolversOf = (result: unknown): ReadonlyMap<string, string> => {
  const servers: unknown = typeof result === 'object' && result !== null && 'servers' in result ? result.servers : []
  const known: readonly unknown[] = Array.isArray(servers) ? servers : []
  return new Map(known.filter(isServer).map(({ location, resolver }) => [location, resolver]))
}
